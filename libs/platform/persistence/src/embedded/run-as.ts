import { spawnSync } from 'node:child_process';

const USER_NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];

/**
 * PostgreSQL refuses to run as root. As root it runs in a user namespace of its own, where it is not root and yet its files stay root's,
 * so that a data directory under a closed home works. Elsewhere it runs as it is.
 */
export function runAs(): string[] {
  if (process.getuid?.() !== 0) return [];
  const probe = spawnSync(USER_NAMESPACE[0] as string, [...USER_NAMESPACE.slice(1), 'true'], { stdio: 'ignore' });
  return probe.status === 0 ? USER_NAMESPACE : ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
}

/** True where runAs gave up root's ownership, so that the data directory must be handed over. */
export const needsOwner = (command: readonly string[]): boolean => command[0] === 'setpriv';

/** Makes the server stop when this process dies, however it dies. Linux only; elsewhere the sweep at the next start does it. */
export function dieWithParent(): string[] {
  if (process.platform !== 'linux') return [];
  return spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status === 0 ? ['setpriv', '--pdeathsig=INT'] : [];
}
