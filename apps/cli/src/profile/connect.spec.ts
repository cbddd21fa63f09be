import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whoami } from '@turnpike/contracts';
import { Command } from 'commander';
import { connect } from './connect.js';
import { forgetProfile, keepProfile, readProfiles } from './profile.js';

const ANSWER = { ok: true, data: {}, meta: { request_id: 'req_1', workspace_id: null, took_ms: 1 } };

// Real: files on disk, and a server that says which credential came.
describe('whom a command calls, and as whom', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-profile-'));
  const file = join(folder, 'profile.json');
  const env = process.env;
  let server: Server;
  let here: string;
  let heard: (string | undefined)[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      heard.push(request.headers.authorization);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(ANSWER));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    process.env = env;
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    rmSync(file, { force: true });
    heard = [];
    process.env = { TURNPIKE_PROFILE: file };
  });

  const call = async (words: string[], prefer: 'session' | 'key' = 'key'): Promise<string | undefined> => {
    const program = new Command();
    for (const each of ['url', 'key', 'profile', 'workspace']) program.option(`--${each} <text>`);
    const command = program.command('look').action(() => undefined);
    program.parse(['look', ...words], { from: 'user' });
    heard = [];
    await connect(command, prefer).client.call(whoami, {});
    expect(heard).toHaveLength(1);
    return heard[0];
  };

  it('sends what is kept for a server to that server only', async () => {
    keepProfile(process.env, 'default', { url: 'http://other.example', session: 'ts_other', apiKey: 'tpk_other' });
    expect(await call(['--url', here])).toBeUndefined();
    keepProfile(process.env, 'mine', { url: here, session: 'ts_mine', apiKey: 'tpk_mine' });
    expect(await call(['--profile', 'mine'])).toBe('Bearer tpk_mine');
    expect(await call(['--profile', 'mine'], 'session')).toBe('Bearer ts_mine');
    process.env['TURNPIKE_API_KEY'] = 'tpk_environment';
    expect(await call(['--profile', 'mine'])).toBe('Bearer tpk_mine');
    expect(await call(['--url', here])).toBe('Bearer tpk_environment');
    expect(await call(['--url', here, '--key', 'tpk_given'])).toBe('Bearer tpk_given');
  });

  it('reads a file of one profile, keeps the first as the current one, and is nobody else’s to read', () => {
    writeFileSync(file, JSON.stringify({ url: here, session: 'ts_old' }));
    expect(readProfiles(process.env)).toEqual({ current: 'default', profiles: { default: { url: here, session: 'ts_old' } } });
    keepProfile(process.env, 'second', { url: here });
    expect(readProfiles(process.env).current).toBe('default');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    forgetProfile(process.env, 'default');
    expect(readFileSync(file, 'utf8')).not.toContain('ts_old');
    rmSync(file);
    keepProfile(process.env, 'second', { url: here });
    expect(readProfiles(process.env).current).toBe('second');
    writeFileSync(file, '{');
    expect(() => readProfiles(process.env)).toThrow(/next: remove it and sign in again/);
  });
});
