/** The credential of an `Authorization: Bearer …`; empty where the header holds something else, null where there is none. */
export const bearer = (authorization: string | null): string | null =>
  authorization === null || authorization === '' ? null : (/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '');
