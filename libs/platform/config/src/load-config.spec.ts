import { z } from 'zod';
import { ConfigError, loadConfig } from './index.js';

const schema = z.object({ port: z.coerce.number().int().min(0).max(65_535).default(7420), dataDir: z.string().default('here') });

describe('loadConfig', () => {
  it('reads variables by the names of the fields, and what is given outright wins', () => {
    expect(loadConfig(schema, { port: '1' }, { TURNPIKE_PORT: '2', TURNPIKE_DATA_DIR: '/d' })).toEqual({ port: 1, dataDir: '/d' });
  });

  it('takes an empty variable as absent', () => {
    expect(loadConfig(schema, {}, { TURNPIKE_PORT: '' })).toEqual({ port: 7420, dataDir: 'here' });
  });

  it('names each variable that is wrong, with what came', () => {
    expect(() => loadConfig(schema, {}, { TURNPIKE_PORT: 'x' })).toThrow(ConfigError);
    expect(() => loadConfig(schema, {}, { TURNPIKE_PORT: '70000' })).toThrow(/TURNPIKE_PORT is "70000"/);
  });

  it('says of one that must be set that it is missing, one line for each', () => {
    const needed = z.object({ brokerUrl: z.string(), port: z.coerce.number() });
    expect(() => loadConfig(needed, {}, {})).toThrow(/^TURNPIKE_BROKER_URL is missing: .*\nTURNPIKE_PORT is missing: .*$/);
  });

  it('repeats no secret and no endless value', () => {
    const wrong = z.object({ databaseUrl: z.string().max(3), masterKey: z.string().max(3), name: z.string().max(3) });
    const env = { TURNPIKE_DATABASE_URL: 'mysql://me:canary@host/db', TURNPIKE_MASTER_KEY: 'canary', TURNPIKE_NAME: 'n'.repeat(10_000) };
    try {
      loadConfig(wrong, {}, env);
      throw new Error('it was taken');
    } catch (error) {
      const { problems } = error as ConfigError;
      expect(problems).toHaveLength(3);
      expect(problems.join()).not.toContain('canary');
      expect(problems[0]).toContain('//…@host/db');
      expect(problems.join().length).toBeLessThan(600);
    }
  });

  it('freezes what it answers', () => {
    expect(Object.isFrozen(loadConfig(schema, {}, {}))).toBe(true);
  });
});
