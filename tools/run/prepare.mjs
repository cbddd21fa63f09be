// Makes a fresh checkout ready to run: the right Node, the packages, the build. Says what it does, since these steps take a while.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OLDEST = [20, 19];
const INSTALL_STAMP = join(ROOT, 'node_modules/.turnpike-installed');
const BUILD_STAMP = join(ROOT, 'build/built');

export const say = (text) => process.stderr.write(`turnpike: ${text}\n`);

export function fail(text) {
  say(text);
  process.exit(1);
}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) fail(`needs Node ${OLDEST.join('.')} or newer; this is ${process.versions.node}. Install a newer one from nodejs.org.`);
}

/** Installs exactly what the lock file says, when it was not, or when the lock file is another. */
export function ensureInstalled() {
  const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
  const print = `${lock.length}:${hash(lock)}`;
  if (existsSync(INSTALL_STAMP) && readFileSync(INSTALL_STAMP, 'utf8') === print) return;
  say('installing packages (once; half a minute or so) …');
  const fresh = !existsSync(join(ROOT, 'node_modules'));
  run('npm', [fresh ? 'ci' : 'install', '--no-audit', '--no-fund', '--loglevel=error'], 'the packages could not be installed: is the npm registry reachable?');
  writeFileSync(INSTALL_STAMP, print);
}

/** Builds when a source is newer than the last build. */
export function ensureBuilt() {
  if (existsSync(BUILD_STAMP) && newestSource() <= statSync(BUILD_STAMP).mtimeMs) return;
  say('building (the first time takes about half a minute) …');
  const started = Date.now();
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  rmSync(BUILD_STAMP, { force: true });
  run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-b'], 'the build failed');
  run(process.execPath, [join(ROOT, 'tools/run/bundle.mjs')], 'the bundle failed');
  writeFileSync(BUILD_STAMP, new Date().toISOString());
  say(`built in ${Math.round((Date.now() - started) / 1000)} s`);
}

function newestSource() {
  let newest = 0;
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name === 'dist') continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (/\.(ts|mjs|json)$/.test(entry.name)) newest = Math.max(newest, statSync(path).mtimeMs);
    }
  };
  for (const folder of ['libs', 'apps', 'tools']) visit(join(ROOT, folder));
  return newest;
}

function hash(text) {
  let value = 0;
  for (let at = 0; at < text.length; at += 1) value = (Math.imul(value, 31) + text.charCodeAt(at)) | 0;
  return value;
}

function run(command, args, why) {
  const done = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  if (done.status !== 0) fail(why);
}
