import type { Command } from 'commander';
import { Bridge } from '../mcp/bridge.js';
import { readLines } from '../mcp/read-lines.js';
import { connect } from '../profile/connect.js';

/** MCP on standard input and output, for clients that start their servers themselves. */
export function addMcp(program: Command): void {
  const command = program
    .command('mcp')
    .description(
      'Speak MCP on standard input and output, for a client that starts its servers itself (turnpike connect prints its settings).',
    );
  command.action(async () => {
    const { url, credential, workspaceId } = connect(command, 'key');
    const bridge = new Bridge({ url, credential, workspaceId, write: (line) => void process.stdout.write(`${line}\n`) });
    // A client that no longer reads is gone.
    process.stdout.on('error', () => process.exit(0));
    const answered = new Set<Promise<void>>();
    for await (const line of readLines(process.stdin)) {
      const taken = bridge.take(line).finally(() => answered.delete(taken));
      answered.add(taken);
      // What opens a session comes before what is said in it.
      if (/"method"\s*:\s*"(initialize|notifications\/initialized)"/.test(line)) await taken;
    }
    // Input that ends says that the client is gone or was a pipe: what it asked is answered, what only listens is closed.
    const most = new Promise((resolve) => setTimeout(resolve, LAST_ANSWERS_MS).unref());
    await Promise.race([Promise.all(answered), most]);
    bridge.close();
  });
}

const LAST_ANSWERS_MS = 30_000;
