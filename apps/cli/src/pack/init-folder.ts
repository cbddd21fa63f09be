import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { packId } from '@turnpike/contracts';
import { filesOfDocument, firstFiles } from './first-files.js';

/** Writes a new pack into a folder and gives the paths written. Throws, and writes nothing, where a pack stands there already. */
export function initFolder(folder: string, options: { readonly id?: string; readonly openapi?: string }): string[] {
  const id = options.id ?? nameOf(folder);
  if (!packId.safeParse(id).success)
    throw new Error(`${id} is no name of a pack (small letters, digits and _, beginning with a letter)\n  next: name one with --id`);
  if (existsSync(join(folder, 'pack.yaml'))) throw new Error(`${join(folder, 'pack.yaml')} exists\n  next: turnpike pack lint ${folder}`);
  const { openapi } = options;
  if (openapi !== undefined && !existsSync(openapi))
    throw new Error(`there is no file ${openapi}${/^https?:/.test(openapi) ? '\n  next: fetch it first, and give the file' : ''}`);
  const document = openapi === undefined ? null : `openapi${extname(openapi) || '.yaml'}`;
  const files = document === null ? firstFiles(id) : filesOfDocument(id, document);
  const standing = [...Object.keys(files), ...(document === null ? [] : [document])].find((path) => existsSync(join(folder, path)));
  if (standing !== undefined && resolve(folder, standing) !== resolve(openapi ?? ''))
    throw new Error(`${join(folder, standing)} exists\n  next: take another folder`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { flag: 'wx' });
  }
  if (document !== null && openapi !== undefined && resolve(folder, document) !== resolve(openapi))
    copyFileSync(openapi, join(folder, document));
  return [...Object.keys(files), ...(document === null ? [] : [document])].map((path) => join(folder, path));
}

const nameOf = (folder: string): string =>
  basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
