import { existsSync, readFileSync } from 'node:fs';
import { packsImport } from '@turnpike/contracts';
import type { Command } from 'commander';
import { printAnswer } from '../output/print-answer.js';
import { withProgress } from '../output/progress.js';
import { connect } from '../profile/connect.js';
import { readJson } from './fields.js';
import { readBeside } from './read-beside.js';

/** Imports an OpenAPI document from a file, a URL or standard input as a pack. */
export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description(packsImport.summary)
    .argument('<pack_id>', 'the pack to publish into, e.g. crm')
    .argument('<document>', 'a file, a URL, or - for standard input')
    .option('--overlay <file>', 'policy, cost, composite and goals by operation, as JSON')
    .option('--server-url <url>', "where the API is reached, instead of the document's servers")
    .option('--plan', 'only say what would change');
  command.action(async (packId: string, source: string) => {
    const connected = connect(command, 'key');
    const options = command.opts<{ overlay?: string; serverUrl?: string; plan?: boolean }>();
    const isUrl = /^https?:\/\//.test(source);
    const args = {
      pack_id: packId,
      ...(isUrl ? { url: source } : documentFrom(source)),
      ...(options.overlay !== undefined && { overlay: readJson('--overlay', `@${options.overlay.replace(/^@/, '')}`) }),
      server_url: options.serverUrl,
      plan: options.plan,
    };
    const { envelope } = await withProgress(`importing ${source}`, connected, connected.client.call(packsImport, args));
    process.exitCode = printAnswer(packsImport.name, envelope, connected);
  });
}

/** A document in a file brings along the files that it refers to. */
function documentFrom(source: string): { document: string; files?: Record<string, string> } {
  const document = readDocument(source);
  const files = source === '-' ? {} : readBeside(source, document);
  return Object.keys(files).length === 0 ? { document } : { document, files };
}

function readDocument(source: string): string {
  if (source === '-') return readFileSync(0, 'utf8');
  if (!existsSync(source)) throw new Error(`${source} is neither a file nor a URL`);
  return readFileSync(source, 'utf8');
}
