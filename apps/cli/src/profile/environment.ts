/** The one place where the CLI reads its environment. */
export const environment = (): NodeJS.ProcessEnv => process.env;
