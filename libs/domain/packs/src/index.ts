export { found, RULES, type Rule, type Severity, type TextFinding } from './finding.js';
export { assemblePack, type AssembledPack, type DocumentReader } from './folder/assemble-pack.js';
export type { ExampleFile } from './folder/example-file.js';
export type { FolderFinding, Place } from './folder/place.js';
export { namedFiles } from './folder/named-files.js';
export { readPackFolder, type FolderFiles, type PackFolder } from './folder/read-folder.js';
export { withoutHidden } from './lint/hidden-characters.js';
export { lintPack } from './lint/lint-pack.js';
export { lintSafety, safetyErrors, shownOf } from './lint/lint-safety.js';
