export { importDocument, type ImportInput, type ImportResult, type LeftOut } from './import-document.js';
export type { Overlay } from './overlay.js';
