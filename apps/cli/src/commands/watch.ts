import { REFUSALS, runsGet } from '@turnpike/contracts';
import type { Command } from 'commander';
import { write } from '../output/lines.js';
import { printAnswer } from '../output/print-answer.js';
import { connect } from '../profile/connect.js';

/** Prints a run's events as they come, across cuts of the stream, then the run. Ends with 9 where the run did not succeed. */
export function addWatch(command: Command): void {
  command
    .description('Follow a run to its end: each event as it comes, then the run.')
    .argument('<run_id>')
    .option('--after <sequence>', 'start after this event', '0')
    .action(async (runId: string) => {
      const { turnpike, client, ...shown } = connect(command, 'key');
      const after = Number(command.opts<{ after: string }>().after);
      if (!Number.isSafeInteger(after) || after < 0) throw new Error('--after wants the sequence number of an event, 0 or more');
      for await (const followed of turnpike.followRun(runId, { after })) {
        // The read below is refused in the same way, and says it whole.
        if (!followed.ok) break;
        const { event } = followed;
        if (shown.json) write(JSON.stringify(event));
        else if (!shown.quiet) write(`${String(event.sequence).padStart(4)}  ${event.at}  ${event.type}`);
      }
      const { envelope } = await client.call(runsGet, { run_id: runId });
      const code = printAnswer(runsGet.name, envelope, shown);
      const succeeded = envelope.ok && (envelope.data as { state: string }).state === 'succeeded';
      process.exitCode = envelope.ok && !succeeded ? REFUSALS.upstream_failed.exit : code;
    });
}
