import { foundBad, foundGood, type DoctorFinding } from '@turnpike/contracts';
import { statfsSync } from 'node:fs';
import { PRODUCT_VERSION } from '@turnpike/kernel';
import { shippedPostgresVersion } from '@turnpike/platform-persistence';

/** Under this PostgreSQL soon stops: a day of logs and one rewrite of a large table. */
export const LEAST_FREE_BYTES = 1024 ** 3;
const NODE_MAJOR = 20;
const GIB = 1024 ** 3;

/** The build, Node and PostgreSQL of this machine. */
export function checkVersions(node = process.versions.node): DoctorFinding {
  const said = `Turnpike ${PRODUCT_VERSION}, Node ${node}, PostgreSQL ${shippedPostgresVersion(import.meta.url)}`;
  return Number(node.split('.')[0]) >= NODE_MAJOR
    ? foundGood('versions', said)
    : foundBad('versions', `${said}: Node ${NODE_MAJOR} or newer is needed`, `install Node ${NODE_MAJOR} or newer`);
}

/** Room where the data directory is. */
export function checkDisk(dataDir: string, read: (path: string) => { bavail: number; bsize: number } = statfsSync): DoctorFinding {
  const { bavail, bsize } = read(dataDir);
  const free = bavail * bsize;
  const said = `${(free / GIB).toFixed(1)} GiB free at ${dataDir}`;
  return free >= LEAST_FREE_BYTES
    ? foundGood('disk', said)
    : foundBad(
        'disk',
        `${said}, less than 1 GiB: PostgreSQL stops when it is full`,
        `free some space, or move it: turnpike backup FILE, then turnpike restore`,
      );
}
