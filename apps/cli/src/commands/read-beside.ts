import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, isAbsolute } from 'node:path';
import { LIMITS } from '@turnpike/contracts';
import { missingFiles } from '@turnpike/domain-openapi';

/**
 * The files that a document refers to, and those that they refer to, by their path from its folder. Nothing outside of that folder is read, by a link
 * neither; addresses are none. Throws an error that names the file.
 */
export function readBeside(document: string, text: string): Record<string, string> {
  const folder = realpathSync(dirname(document));
  const files: Record<string, string> = {};
  let bytes = 0;
  for (let missing = missingIn(text, files); missing.length > 0; missing = missingIn(text, files)) {
    for (const path of missing) {
      const file = inside(folder, path);
      bytes += statSync(file).size;
      if (bytes > LIMITS.importBodyBytes) throw new Error(`${document} refers to more than ${LIMITS.importBodyBytes >> 20} MiB of files`);
      if (Object.keys(files).length >= LIMITS.packFiles) throw new Error(`${document} refers to more than ${LIMITS.packFiles} files`);
      files[path] = readFileSync(file, 'utf8');
    }
  }
  return files;
}

/** What cannot be read at all is left to the server, whose refusal says where and why. */
function missingIn(text: string, files: Record<string, string>): readonly string[] {
  try {
    return missingFiles(text, files);
  } catch {
    return [];
  }
}

function inside(folder: string, path: string): string {
  const real = realOf(join(folder, path));
  if (real === null) throw new Error(`${path}, which the document refers to, is not in ${folder}`);
  const way = relative(folder, real);
  if (way.startsWith('..') || isAbsolute(way))
    throw new Error(`${path} leads out of ${folder}; only files in the document's folder are read`);
  if (!statSync(real).isFile()) throw new Error(`${path}, which the document refers to, is no file`);
  return real;
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
