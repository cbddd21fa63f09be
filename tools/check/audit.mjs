// npm audit over what the product runs with. A registry without the audit endpoint cannot be asked: said, and not counted as clean.
import { spawnSync } from 'node:child_process';
import { ROOT } from '../run/prepare.mjs';

const asked = spawnSync('npm', ['audit', '--json', '--omit=dev'], { cwd: ROOT, encoding: 'utf8' });
const report = parse(asked.stdout);
if (!report?.metadata) {
  console.log('npm audit could not be asked here: the registry does not offer it. Run it where it does.');
  process.exit(0);
}
const { high, critical } = report.metadata.vulnerabilities;
for (const [name, { severity, via }] of Object.entries(report.vulnerabilities)) console.log(`${severity}: ${name} ${JSON.stringify(via).slice(0, 200)}`);
console.log(`${high} high, ${critical} critical`);
process.exit(high + critical > 0 ? 1 : 0);

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
