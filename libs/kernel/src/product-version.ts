/** The version of this build, as package.json has it; a data directory remembers which build made each part of it. */
export const PRODUCT_VERSION = '0.1.0';
