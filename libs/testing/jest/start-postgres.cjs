// Jest's globalSetup for integration specs: one real PostgreSQL a run, unless TURNPIKE_TEST_POSTGRES names a server already.
const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

module.exports = async () => {
  if (process.env.TURNPIKE_TEST_POSTGRES) return;
  const { startEmbeddedPostgres } = await import('@turnpike/platform-persistence');
  const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-test-'));
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    track_commit_timestamp: 'on',
  };
  const server = await startEmbeddedPostgres({ dataDir, resolveFrom: __filename, settings });
  process.env.TURNPIKE_TEST_POSTGRES = server.url('postgres');
  globalThis.__turnpikeTestPostgres = { server, dataDir };
};
