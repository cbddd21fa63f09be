/** Where this module stands, so that a worker given as text finds the same packages. */
export const resolveFrom = (): string => import.meta.url;
