// The documents that are compared: those published by others, where they are at hand, and ours, which use what real ones use seldom.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../run/prepare.mjs';

const FOLDER = process.env.TURNPIKE_OPENAPI_DOCUMENTS ?? join(ROOT, '../shared/data/openapi');
const BUILD = join(ROOT, 'build/fidelity');
const GITHUB = '@octokit/openapi@23.0.2';
const HERE = join(ROOT, 'tools/fidelity/documents');

export function documents() {
  return [
    { name: 'styles', file: join(HERE, 'styles.json'), whole: true },
    { name: 'swagger', file: join(HERE, 'swagger.json'), whole: true },
    { name: 'discord', file: join(FOLDER, 'discord.json') },
    { name: 'figma', file: join(FOLDER, 'figma.yaml') },
    { name: 'twilio', file: join(FOLDER, 'twilio-api.json') },
    { name: 'github', file: githubDocument() },
  ].map((each) => ({ ...each, text: each.file !== null && existsSync(each.file) ? readFileSync(each.file, 'utf8') : null }));
}

/** GitHub's document, out of a package that is too large to be a dependency (half a gigabyte unpacked). */
export function githubDocument() {
  const inside = 'package/generated/api.github.com.json';
  const file = join(BUILD, inside);
  if (existsSync(file)) return file;
  mkdirSync(BUILD, { recursive: true });
  const packed = run('npm', ['pack', GITHUB, '--silent', '--ignore-scripts']);
  if (packed.status !== 0) return null;
  const unpacked = run('tar', ['xzf', packed.stdout.trim(), inside]);
  return unpacked.status === 0 ? file : null;
}

/** The oracle and its own reader of YAML, installed as its lock file says, without install scripts; null where the registry cannot be reached. */
export async function loadOracle() {
  const home = join(BUILD, 'oracle');
  if (!existsSync(join(home, 'node_modules/swagger-client'))) {
    mkdirSync(home, { recursive: true });
    for (const name of ['package.json', 'package-lock.json']) run('cp', [join(ROOT, 'tools/fidelity/oracle', name), join(home, name)]);
    const installed = run('npm', ['ci', '--prefix', home, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
    if (installed.status !== 0) return null;
  }
  const of = createRequire(join(home, 'package.json'));
  const Swagger = of('swagger-client').default ?? of('swagger-client');
  return { Swagger, parse: (text) => of('js-yaml').load(text, { json: true }) };
}

const run = (command, args) => spawnSync(command, args, { cwd: BUILD, encoding: 'utf8' });
