/** Injection tokens for what is a value, not a class. */
export const CLOCK = 'CLOCK';
export const LOGGER = 'LOGGER';
export const SETTINGS = 'SETTINGS';
