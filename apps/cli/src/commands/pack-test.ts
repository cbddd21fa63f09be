import type { Command } from 'commander';
import { FOUND } from '../output/exit-codes.js';
import { write } from '../output/lines.js';
import { printAnswer } from '../output/print-answer.js';
import { withProgress } from '../output/progress.js';
import type { TriedExample } from '../pack/try-examples.js';
import { connect } from '../profile/connect.js';

/** Tries the folder's examples as smoke tests against what is published. */
export function addPackTest(command: Command): void {
  command
    .description('Try the examples of the folder, as smoke tests, against the contracts that are published.')
    .argument('[folder]', 'the folder with pack.yaml', '.')
    .action(async (folder: string) => {
      const connected = connect(command, 'key');
      const { json, quiet } = connected;
      const { checkFolder } = await import('../pack/check-folder.js');
      const { readFolderFiles } = await import('../pack/read-folder-files.js');
      const { tryExamples } = await import('../pack/try-examples.js');
      const checked = checkFolder(readFolderFiles(folder));
      if (!checked.folder) throw new Error(`the folder cannot be read\n  next: turnpike pack lint ${folder}`);
      const answer = await withProgress('trying examples', connected, tryExamples(connected.client, checked.folder));
      if (!answer.ok) {
        process.exitCode = printAnswer('tools_run', answer.envelope, connected);
        return;
      }
      const failed = answer.tried.filter(({ passed }) => !passed);
      if (json)
        write(JSON.stringify({ examples: answer.tried, passed: answer.tried.length - failed.length, failed: failed.length }, null, 2));
      else printTried(quiet ? failed : answer.tried);
      if (!json && !quiet) write(`${answer.tried.length - failed.length} of ${answer.tried.length} examples pass`);
      if (answer.tried.length === 0 && !quiet)
        process.stderr.write('  next: write examples/*.yaml; docs/guide/publish-a-pack.md shows how\n');
      process.exitCode = failed.length > 0 ? FOUND : 0;
    });
}

function printTried(tried: readonly TriedExample[]): void {
  for (const { passed, capability_id: id, title, file, reason } of tried)
    write(`${passed ? 'ok  ' : 'FAIL'}  ${id}  ${title}${passed ? '' : `\n        ${file}: ${reason}`}`);
}
