/** Fails the build when a union gains a member that a switch does not handle, and the process if one slips through. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
