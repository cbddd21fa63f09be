import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../../../tools/start.mjs', import.meta.url));

/** Runs the embedded product, or one of its own commands, in the foreground of this machine; ends as it ends. */
export function runHere(words: readonly string[]): void {
  const child = spawn(process.execPath, [SCRIPT, ...words], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** Runs one of its commands to its end, and answers what it printed. */
export async function runForOutput(words: readonly string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [SCRIPT, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
}

/** `{ dataDir: 'x', dryRun: true }` → `--data-dir x --dry-run`. */
export const asFlags = (options: Readonly<Record<string, string | boolean | undefined>>): string[] =>
  Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === undefined || value === false ? [] : value === true ? [flag] : [flag, value];
  });
