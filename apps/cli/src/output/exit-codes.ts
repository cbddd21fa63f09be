/** A check that found something, as linters and test runners have it. Refusals end with the exit code of their family. */
export const FOUND = 1;
