const { rmSync } = require('node:fs');

module.exports = async () => {
  const started = globalThis.__turnpikeTestPostgres;
  if (!started) return;
  await started.server.stop();
  rmSync(started.dataDir, { recursive: true, force: true });
};
