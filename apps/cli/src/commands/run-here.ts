import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs the embedded product, or one of its own commands, in the foreground of this machine; ends as it ends. */
export function runHere(words: readonly string[]): void {
  const script = fileURLToPath(new URL('../../../../tools/start.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, ...words], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** `{ dataDir: 'x', dryRun: true }` → `--data-dir x --dry-run`. */
export const asFlags = (options: Readonly<Record<string, string | boolean | undefined>>): string[] =>
  Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === undefined || value === false ? [] : value === true ? [flag] : [flag, value];
  });
