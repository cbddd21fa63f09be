import { startEmbeddedPostgres } from '../start-embedded-postgres.js';

// A program of its own that owns a server, for specs that kill it: `node hold-server.cjs <data directory> <resolve from>`. One line says how
// the start went; a line on its standard input stops it.
const [dataDir = '', resolveFrom = ''] = process.argv.slice(2);

startEmbeddedPostgres({ dataDir, resolveFrom, ownerNote: 'the holder', settings: { fsync: 'off' } }).then(
  (server) => {
    process.stdout.write(`${JSON.stringify({ url: server.url('postgres') })}\n`);
    process.stdin.once('data', () => void server.stop().then(() => process.exit(0)));
  },
  (error: { code?: string; message: string }) => {
    process.stdout.write(`${JSON.stringify({ code: error.code, message: error.message })}\n`);
    process.exit(1);
  },
);
