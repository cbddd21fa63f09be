// Loaded into the product before everything else: measures how late its event loop is. SIGUSR2 writes what was measured since the last
// one to the file named in R9_LOOP and the process id, in milliseconds, and begins anew. Run by itself it only waits: how late an idle
// process is on this machine.
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const file = `${process.env.R9_LOOP}.${process.pid}`;
if (process.argv[2] === 'idle') setInterval(() => undefined, 60_000);
const loop = monitorEventLoopDelay({ resolution: 5 });
loop.enable();
process.on('SIGUSR2', () => {
  // A timer that waits its 5 ms is not late.
  const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - 5);
  writeFileSync(`${file}.part`, JSON.stringify({ p50: late(loop.percentile(50)), p99: late(loop.percentile(99)), max: late(loop.max), samples: loop.count }));
  renameSync(`${file}.part`, file);
  loop.reset();
});
