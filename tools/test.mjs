// npm test: installs what is missing and runs everything that needs no outside server.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode, ensureBuilt, ensureInstalled, ROOT, say } from './run/prepare.mjs';

checkNode();
ensureInstalled();
ensureBuilt();
const report = join(ROOT, 'test-results/jest.json');
mkdirSync(join(ROOT, 'test-results'), { recursive: true });
const jest = spawnSync(process.execPath, ['--max-old-space-size=4096', 'node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' });
if (existsSync(report)) summarise(JSON.parse(readFileSync(report, 'utf8')));
process.exit(jest.status ?? 1);

function summarise({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults }) {
  const skipped = testResults.flatMap(({ name, assertionResults }) => assertionResults.filter(({ status }) => status === 'pending' || status === 'todo').map(({ fullName }) => ({ name, fullName })));
  for (const { name, fullName } of skipped) say(`skipped: ${fullName} (${name.slice(ROOT.length)})`);
  if (skipped.length === 0) say('no suite was skipped');
  console.log(`${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`);
}
