// Jest's globalSetup for integration specs: one real PostgreSQL a run, unless TURNPIKE_TEST_POSTGRES names a server already.
const { mkdtempSync, readdirSync, rmSync, statSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { buildSync } = require('esbuild');

const PREFIX = 'turnpike-test-';

// The launcher is TypeScript, and Jest does not map module names here: it is bundled from source, so that no build is needed first.
function launcher(dataDir) {
  const outfile = join(dataDir, 'launcher.cjs');
  const entry = join(__dirname, '../../platform/persistence/src/embedded/start-embedded-postgres.ts');
  buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'cjs', target: 'node20', external: ['pg-native'] });
  return require(outfile);
}

// A run that was killed could not remove its directory. A live one touches its owner file every few seconds.
function removeLeftovers() {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const dataDir = join(tmpdir(), name);
    try {
      const owner = statSync(join(dataDir, 'owner.json'), { throwIfNoEntry: false }) ?? statSync(dataDir);
      if (Date.now() - owner.mtimeMs > 120_000) rmSync(dataDir, { recursive: true, force: true });
    } catch {
      // Another user's, or removed by another run at this moment.
    }
  }
}

module.exports = async () => {
  if (process.env.TURNPIKE_TEST_POSTGRES) return;
  removeLeftovers();
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX));
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    track_commit_timestamp: 'on',
  };
  const server = await launcher(dataDir).startEmbeddedPostgres({ dataDir, resolveFrom: __filename, ownerNote: 'tests', settings });
  process.env.TURNPIKE_TEST_POSTGRES = server.url('postgres');
  globalThis.__turnpikeTestPostgres = { server, dataDir };
};
