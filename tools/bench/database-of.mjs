// The address of a service's database within a product that runs on its own data directory.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function databaseOf(dataDir, service) {
  const read = (name) => readFileSync(join(dataDir, 'postgres', name), 'utf8').trim();
  return `postgres://turnpike:${read('postgres.password')}@127.0.0.1:${read('postgres.port')}/turnpike_${service}`;
}
