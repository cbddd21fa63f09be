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

  it('freezes what it answers', () => {
    expect(Object.isFrozen(loadConfig(schema, {}, {}))).toBe(true);
  });
});
