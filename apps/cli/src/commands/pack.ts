import { packsPublishFolder, type Envelope } from '@turnpike/contracts';
import type { Command } from 'commander';
import { FOUND } from '../output/exit-codes.js';
import { printAnswer } from '../output/print-answer.js';
import { write, type Fields } from '../output/lines.js';
import { printDifferences } from '../output/print-publish.js';
import { withProgress } from '../output/progress.js';
import { connect, type Connected } from '../profile/connect.js';
import { findOrAddCommand } from './add-call.js';
import { addPackTest } from './pack-test.js';

/**
 * The life of a pack as a folder: init, lint, plan, diff, publish, test. What only one of them needs is loaded when it runs: reading YAML and
 * OpenAPI would slow the start of every other command.
 */
export function addPack(program: Command): void {
  addInit(findOrAddCommand(program, 'pack init'));
  addLint(findOrAddCommand(program, 'pack lint'));
  addPlan(findOrAddCommand(program, 'pack plan'));
  addDiff(findOrAddCommand(program, 'pack diff'));
  addPublish(findOrAddCommand(program, 'pack publish'));
  addPackTest(findOrAddCommand(program, 'pack test'));
}

function addInit(command: Command): void {
  command
    .description('Begin a pack in a folder, by hand or over an OpenAPI document.')
    .argument('[folder]', 'the folder, made where it does not exist', '.')
    .option('--id <pack_id>', "the pack's id (default: the folder's name)")
    .option('--openapi <file>', 'an OpenAPI document, which is copied into the folder')
    .action(async (folder: string) => {
      const { initFolder } = await import('../pack/init-folder.js');
      const written = initFolder(folder, command.opts<{ id?: string; openapi?: string }>());
      write(`${written.map((path) => `wrote ${path}`).join('\n')}\n\nNext: turnpike pack lint ${folder}`);
    });
}

function addLint(command: Command): void {
  command
    .description('Look through the files of a pack for what is wrong, misleading or missing; asks no server.')
    .argument('[folder]', 'the folder with pack.yaml', '.')
    .option('--strict', 'warnings fail too')
    .action(async (folder: string) => {
      const { json, quiet } = connect(command, 'key');
      const { checkFolder } = await import('../pack/check-folder.js');
      const { printFindings, countFindings } = await import('../pack/print-findings.js');
      const { readFolderFiles } = await import('../pack/read-folder-files.js');
      const { findings, capabilities } = checkFolder(readFolderFiles(folder));
      const failing = command.opts<{ strict?: boolean }>().strict ? ['error', 'warning'] : ['error'];
      const failed = findings.some(({ severity }) => failing.includes(severity));
      if (json) write(JSON.stringify({ capabilities, findings }, null, 2));
      else printFindings(folder, quiet ? findings.filter(({ severity }) => failing.includes(severity)) : findings);
      if (!json && !quiet) write(`${folder}: ${capabilities} capabilities, ${countFindings(findings)}`);
      if (!json && !quiet && !failed) write(`\nNext: turnpike pack plan ${folder}`);
      process.exitCode = failed ? FOUND : 0;
    });
}

function addPlan(command: Command): void {
  offering(command, 'Say what a publish of the folder would change, and how many open turns it would retire.').action(
    async (folder: string) => {
      const connected = connect(command, 'key');
      const envelope = await offer(connected, folder, { plan: true, ...command.opts<{ prune?: boolean }>() });
      process.exitCode = printAnswer(packsPublishFolder.name, envelope, connected);
      if (envelope.ok && !connected.json && !connected.quiet) write(`\nNext: turnpike pack publish ${folder}`);
    },
  );
}

function addDiff(command: Command): void {
  offering(command, 'Show, field by field, how the folder differs from what is published.').action(async (folder: string) => {
    const connected = connect(command, 'key');
    const envelope = await offer(connected, folder, { plan: true, ...command.opts<{ prune?: boolean }>() });
    if (envelope.ok && !connected.json) printDifferences(envelope.data as Fields);
    else process.exitCode = printAnswer(packsPublishFolder.name, envelope, connected);
  });
}

function addPublish(command: Command): void {
  offering(command, 'Publish what changed in the folder: all of it or nothing.')
    .option('--plan', 'only say what would change')
    .action(async (folder: string) => {
      const connected = connect(command, 'key');
      const envelope = await offer(connected, folder, command.opts<{ prune?: boolean; plan?: boolean }>());
      process.exitCode = printAnswer(packsPublishFolder.name, envelope, connected);
      if (envelope.ok && !connected.json && !connected.quiet) write(`\nNext: turnpike pack test ${folder}`);
    });
}

const offering = (command: Command, description: string): Command =>
  command
    .description(description)
    .argument('[folder]', 'the folder with pack.yaml', '.')
    .option('--prune', 'withdraw what is published and no longer in the folder');

async function offer(connected: Connected, folder: string, options: { plan?: boolean; prune?: boolean }): Promise<Envelope> {
  const { readFolderFiles } = await import('../pack/read-folder-files.js');
  const files = readFolderFiles(folder);
  const label = options.plan ? 'comparing' : 'publishing';
  const call = connected.client.call(packsPublishFolder, { files, ...options });
  return (await withProgress(`${label} ${Object.keys(files).length} files`, connected, call)).envelope;
}
