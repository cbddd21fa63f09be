import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface AuthorizationServer {
  readonly issuer: string;
  readonly host: string;
  /** How often it gave each grant, and refused with each error. */
  stats(): Promise<Record<string, number>>;
  /** Does what a person does in a browser: signs in, agrees, and is led back. Answers what the last address carries. */
  agree(url: string): Promise<{ state: string; code: string }>;
  close(): void;
}

/** A real authorization server (`oidc-provider`) in a process of its own: it is written as modules that the specs' runner does not load. */
export async function authorizationServer(): Promise<AuthorizationServer> {
  const child = spawn(process.execPath, [join(__dirname, 'oidc-server.mjs')], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [said, complained] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString('utf8')));
  const issuer = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      const address = /(http:\/\/127\.0\.0\.1:\d+)\n/.exec(said)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`the authorization server did not start: ${complained}`)));
  });
  return {
    issuer,
    host: new URL(issuer).host,
    stats: async () => (await (await fetch(`${issuer}/stats`)).json()) as Record<string, number>,
    agree: (url) => browse(url),
    close: () => void child.kill('SIGKILL'),
  };
}

const FORMS = [{ prompt: 'login', login: 'ann', password: 'any' }, { prompt: 'consent' }];

async function browse(start: string): Promise<{ state: string; code: string }> {
  const cookies = new Map<string, string>();
  const forms = [...FORMS];
  let at = start;
  for (let steps = 0; steps < 12; steps += 1) {
    const url = new URL(at);
    if (url.hostname === 'console.example') return { state: url.searchParams.get('state') ?? '', code: url.searchParams.get('code') ?? '' };
    const form = url.pathname.startsWith('/interaction/') ? forms.shift() : undefined;
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (next === null) throw new Error(`${url.pathname} led nowhere: status ${response.status} ${(await response.text()).slice(0, 300)}`);
    at = new URL(next, at).href;
  }
  throw new Error('was led in circles');
}
