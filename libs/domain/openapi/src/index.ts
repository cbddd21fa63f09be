export { importDocument, type ImportInput, type ImportResult, type LeftOut } from './import-document.js';
export { missingFiles, type Files } from './join-files.js';
export type { Overlay } from './overlay.js';
