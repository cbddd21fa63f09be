import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '@turnpike/contracts';
import { namedFiles, type FolderFiles } from '@turnpike/domain-packs';

const PARTS = ['contracts', 'examples'];

/**
 * The files of a pack folder and nothing else of it: pack.yaml, what that names, contracts/ and examples/. Links are refused, since they
 * may lead out of the folder. Throws where there is no pack.yaml or the files are too many or too large to be published.
 */
export function readFolderFiles(folder: string): FolderFiles {
  const files: Record<string, string> = {};
  let bytes = 0;
  const read = (path: string): void => {
    const state = lstatSync(join(folder, path), { throwIfNoEntry: false });
    if (state?.isSymbolicLink()) throw new Error(`${join(folder, path)} is a link; a pack folder holds plain files`);
    if (!state?.isFile()) return;
    bytes += state.size;
    if (bytes > LIMITS.importBodyBytes) throw new Error(`${folder} holds more than ${LIMITS.importBodyBytes >> 20} MiB: split the pack`);
    files[path] = readFileSync(join(folder, path), 'utf8');
    if (Object.keys(files).length > LIMITS.packFiles)
      throw new Error(`${folder} holds more than ${LIMITS.packFiles} files: split the pack`);
  };
  read('pack.yaml');
  const pack = files['pack.yaml'];
  if (pack === undefined) throw new Error(`${join(folder, 'pack.yaml')} does not exist\n  next: turnpike pack init ${folder}`);
  for (const path of namedFiles(pack)) read(path);
  for (const path of PARTS.flatMap((part) => filesBelow(folder, part))) read(path);
  return files;
}

function filesBelow(folder: string, path: string): string[] {
  const state = lstatSync(join(folder, path), { throwIfNoEntry: false });
  if (state?.isSymbolicLink()) throw new Error(`${join(folder, path)} is a link; a pack folder holds plain files`);
  if (!state?.isDirectory()) return [];
  return readdirSync(join(folder, path), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(folder, `${path}/${entry.name}`) : [`${path}/${entry.name}`]))
    .filter((each) => /\.(?:ya?ml|json)$/.test(each))
    .sort();
}
