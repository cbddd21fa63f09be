import { runsEvents, runsGet } from '@turnpike/contracts';
import type { Command } from 'commander';
import { printAnswer } from '../output/print-answer.js';
import { connect } from '../profile/connect.js';

/** Prints a run's events as they come, then the run. */
export function addWatch(command: Command): void {
  command
    .description(runsEvents.summary)
    .argument('<run_id>')
    .option('--after <sequence>', 'start after this event', '0')
    .action(async (runId: string) => {
      const { client, json } = connect(command, 'key');
      const known = await client.call(runsGet, { run_id: runId });
      if (known.envelope.ok) {
        for await (const followed of client.stream(runId, Number(command.opts<{ after: string }>().after))) {
          if (!followed.ok) break;
          const { event } = followed;
          process.stdout.write(
            json ? `${JSON.stringify(event)}\n` : `${String(event.sequence).padStart(4)}  ${String(event.at)}  ${String(event.type)}\n`,
          );
        }
      }
      const { envelope } = known.envelope.ok ? await client.call(runsGet, { run_id: runId }) : known;
      process.exitCode = printAnswer(runsGet.name, envelope, json);
    });
}
