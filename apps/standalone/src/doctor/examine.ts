import { foundBad, foundGood, type DoctorFinding } from '@turnpike/contracts';
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError, loadConfig } from '@turnpike/platform-config';
import { Database, useEmbeddedPostgres } from '@turnpike/platform-persistence';
import { loadMasterKey } from '@turnpike/platform-secrets';
import { refuseHalfRestored } from '../backup/refuse-half-restored.js';
import { standaloneConfig } from '../config.js';
import { readLayout } from '../data-directory/layout.js';
import { describeFailure } from '../describe-failure.js';
import { databaseOf, SERVICE_NAMES } from '../start-services.js';
import { checkDisk, checkVersions } from './check-machine.js';
import { checkService } from './check-service.js';

/** Looks at this machine and one data directory, and changes nothing in it. What cannot be looked at is a finding, never a throw. */
export async function examine(dataDir: string): Promise<DoctorFinding[]> {
  const at = resolve(dataDir);
  const findings = [checkVersions(), checkConfig()];
  if (!existsSync(join(at, 'postgres')) && !existsSync(join(at, 'restoring')))
    return [...findings, foundBad('data', `there is no data directory at ${at} yet`, `turnpike start --data-dir ${at}`)];
  findings.push(checkDisk(at), checkDirectory(at), checkKey(at));
  return [...findings, ...(await checkDatabases(at))];
}

function checkConfig(): DoctorFinding {
  try {
    loadConfig(standaloneConfig, {});
    return foundGood('config', 'every TURNPIKE_… variable is understood');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return foundBad('config', error.problems.join('; '), 'correct or unset these variables');
  }
}

function checkDirectory(at: string): DoctorFinding {
  try {
    refuseHalfRestored(at);
    const layout = readLayout(at);
    const mode = statSync(at).mode & 0o077;
    if (mode !== 0) return foundBad('data', `${at} can be read by others`, `chmod 700 ${at}`);
    return foundGood(
      'data',
      layout === null ? `${at}, written by a build of before 0.1` : `${at}, last used by Turnpike ${layout.used_by}`,
    );
  } catch (error) {
    return foundBad('data', describeFailure(error), 'do as it says');
  }
}

function checkKey(at: string): DoctorFinding {
  try {
    return foundGood('key', `master.key is ${loadMasterKey(join(at, 'master.key')).id}; a copy elsewhere is what a restore needs`);
  } catch (error) {
    return foundBad(
      'key',
      `${(error as Error).message}: sealed credentials do not open`,
      `put the copy of master.key back at ${join(at, 'master.key')}`,
    );
  }
}

async function checkDatabases(at: string): Promise<DoctorFinding[]> {
  try {
    const server = await useEmbeddedPostgres({ dataDir: join(at, 'postgres'), resolveFrom: import.meta.url, ownerNote: 'turnpike doctor' });
    try {
      const found = await Promise.all(SERVICE_NAMES.map((name) => checkOne(name, server.url(databaseOf(name)), server.shared)));
      return found.flat();
    } finally {
      await server.release();
    }
  } catch (error) {
    return [foundBad('database', describeFailure(error), `read ${join(at, 'postgres/postgres.log')}`)];
  }
}

async function checkOne(name: (typeof SERVICE_NAMES)[number], url: string, running: boolean): Promise<DoctorFinding[]> {
  const database = new Database({ url, name: 'doctor', maxConnections: 1 });
  try {
    return await checkService(name, database, running);
  } catch (error) {
    return [foundBad(`database ${name}`, (error as Error).message, 'turnpike start: it makes what is missing')];
  } finally {
    await database.close();
  }
}
