import { importDocument } from '@turnpike/domain-openapi';
import { assemblePack, lintPack, readPackFolder, type FolderFiles, type FolderFinding, type PackFolder } from '@turnpike/domain-packs';

export interface CheckedFolder {
  /** Null where the files cannot be read; the findings then say why. */
  readonly folder: PackFolder | null;
  readonly capabilities: number;
  readonly findings: readonly FolderFinding[];
}

/**
 * What lint says of a folder, without a server. Two things only the server knows: ids that earlier publishes gave to operations without
 * one, and whether its pattern engine takes a pattern.
 */
export function checkFolder(files: FolderFiles): CheckedFolder {
  const { folder, findings } = readPackFolder(files);
  if (!folder) return { folder, capabilities: 0, findings };
  const assembled = assemblePack(folder, (document) =>
    importDocument({ ...document, retrievedFrom: null, assigned: new Map(), patternFits: () => true }),
  );
  return { folder, capabilities: assembled.contracts.length, findings: [...findings, ...lintPack(folder, assembled)] };
}
