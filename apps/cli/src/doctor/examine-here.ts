import { runForOutput } from '../commands/run-here.js';
import { bad, type Finding } from './finding.js';

/** What the product itself finds on this machine and in one of its data directories. */
export async function examineHere(dataDir: string): Promise<Finding[]> {
  const { out, err } = await runForOutput(['doctor', '--data-dir', dataDir]);
  try {
    return (JSON.parse(out.slice(out.lastIndexOf('{"findings"'))) as { findings: Finding[] }).findings;
  } catch {
    return [bad('machine', `the product did not say: ${err.trim().split('\n').at(-1) ?? ''}`, 'npm start, and read what it says')];
  }
}
