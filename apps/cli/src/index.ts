export { buildProgram } from './program.js';
export { hideTokens } from './output/hide-tokens.js';
