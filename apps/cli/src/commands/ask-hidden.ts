import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks at the terminal without showing what is typed. Reads a line of standard input where there is no terminal; throws where that ends without one. */
export async function askHidden(question: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  const answer = await new Promise<string>((resolve, reject) => {
    lines.once('close', () => reject(new Error(`nothing was given for: ${question.replace(/:\s*$/, '')}`)));
    lines.question('').then(resolve, reject);
  });
  lines.close();
  if (process.stdin.isTTY) process.stderr.write('\n');
  return answer.trim();
}
