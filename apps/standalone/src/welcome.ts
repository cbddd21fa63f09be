import type { RunningStandalone } from './start-standalone.js';

/** What a person sees when it runs: the address, what was made at the first start, and what to try. */
export function welcome({ url, dataDir, first }: RunningStandalone): string {
  const lines = [`Turnpike answers at ${url}`, `  data in ${dataDir}`];
  if (first.apiKey !== null) lines.push('', `  first API key (shown once)   ${first.apiKey}`);
  if (first.signInCode !== null) lines.push(`  owner sign-in code (once)    ${first.signInCode}`);
  const key = first.apiKey === null ? '' : `--key ${first.apiKey} `;
  lines.push(
    '',
    'Try, in a second shell:',
    `  npx turnpike --url ${url} ${key}whoami`,
    `  npx turnpike --url ${url} ${key}search "read the credit balance of this workspace"`,
    `  npx turnpike --url ${url} ${key}get credits.balance.read`,
    '',
  );
  return `${lines.join('\n')}\n`;
}
