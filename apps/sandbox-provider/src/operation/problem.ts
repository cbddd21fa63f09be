/** An answer that says no: `{ error: { code, message, issues? } }`. */
export class SandboxProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly issues?: readonly { path: string; message: string }[],
  ) {
    super(message);
  }

  body(): object {
    return { error: { code: this.code, message: this.message, ...(this.issues ? { issues: this.issues } : {}) } };
  }
}

export const notFound = (what: string, id: string): SandboxProblem => new SandboxProblem(404, 'not_found', `no ${what} ${id}`);
