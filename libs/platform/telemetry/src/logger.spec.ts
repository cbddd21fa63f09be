import { createLogger } from './logger.js';

function recording(level: 'info' | 'debug' = 'info') {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  return { lines, logger: createLogger({ name: 'spec', level, destination }) };
}

describe('createLogger', () => {
  it('writes the fields, the name and the message of a line at or above its level', () => {
    const { lines, logger } = recording();
    logger.debug({ n: 1 }, 'too fine');
    logger.info({ n: 2 }, 'told');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ name: 'spec', n: 2, msg: 'told' });
  });

  it.each([
    ['at the top', { token: 'canary' }],
    ['one level down', { request: { password: 'canary' } }],
    ['two levels down', { request: { headers: { authorization: 'canary', 'x-api-key': 'canary' } } }],
    ['three levels down', { a: { b: { c: { client_secret: 'canary', api_key: 'canary' } } } }],
    ['as a whole object', { credential: { type: 'basic', user: 'canary' } }],
  ])('replaces a credential %s', (_where, fields) => {
    const { lines, logger } = recording();
    logger.info(fields, 'sent');
    expect(JSON.stringify(lines)).not.toContain('canary');
    expect(JSON.stringify(lines)).toContain('[redacted]');
  });

  it('keeps what is no credential, and an error with its stack', () => {
    const { lines, logger } = recording();
    logger.child({ service: 'rbac' }).error({ err: new Error('broken'), credential_id: 'key_1' }, 'failed');
    expect(lines[0]).toMatchObject({ service: 'rbac', credential_id: 'key_1', err: { message: 'broken' } });
    expect((lines[0]?.err as { stack: string }).stack).toContain('logger.spec');
  });
});
