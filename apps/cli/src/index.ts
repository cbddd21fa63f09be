export { buildProgram } from './program.js';
export { hideTokens } from '@turnpike/sdk';
