import { packFile } from './pack-file.js';
import { readYaml } from './read-yaml.js';

/** The files that pack.yaml names, by path in the folder: its document and its overlay. Empty where pack.yaml cannot be read. */
export function namedFiles(packYaml: string): string[] {
  const read = readYaml('pack.yaml', packYaml);
  if (!read.ok || typeof read.file.value !== 'object' || read.file.value === null) return [];
  const { openapi, overlay } = read.file.value as Record<string, unknown>;
  return [packFile.shape.openapi.safeParse(openapi), packFile.shape.overlay.safeParse(overlay)].flatMap(({ data }) => data ?? []);
}
