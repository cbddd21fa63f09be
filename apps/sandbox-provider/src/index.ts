export { startSandbox, type RunningSandbox } from './start-sandbox.js';
