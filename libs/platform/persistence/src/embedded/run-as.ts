import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How PostgreSQL's programs are run here. */
export interface RunAs {
  /** Words before the command. */
  readonly prefix: readonly string[];
  /** The user to become, where that is the way; its files must be handed to it. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root. As root it runs in a user namespace of its own, where it is another user and yet its files stay
 * root's, so that a data directory under a closed home works. Where namespaces are not allowed it becomes the user `postgres`, else
 * `nobody`. Anyone else runs it as it is.
 */
export function runAs(): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const account = ordinaryAccount();
  const namespace = ['unshare', '--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`];
  const probe = spawnSync('unshare', [...namespace.slice(1), 'true'], { stdio: 'ignore' });
  return probe.status === 0 ? { prefix: namespace } : { prefix: [], user: { uid: account.uid, gid: account.gid } };
}

/** One that has a name: initdb looks its own user up. */
function ordinaryAccount(): Account {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line): Account => {
      const [name = '', , uid, gid] = line.split(':');
      return { name, uid: Number(uid), gid: Number(gid) };
    })
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
  const named = (wanted: string): Account | undefined => accounts.find(({ name }) => name === wanted);
  return named('postgres') ?? named('nobody') ?? accounts[0] ?? { name: 'nobody', uid: 65534, gid: 65534 };
}

/** Makes the server stop when this process dies, however it dies. Linux only; elsewhere the sweep at the next start does it. */
export function dieWithParent(): readonly string[] {
  if (process.platform !== 'linux') return [];
  return spawnSync('setpriv', ['--pdeathsig=INT', 'true'], { stdio: 'ignore' }).status === 0 ? ['setpriv', '--pdeathsig=INT'] : [];
}
