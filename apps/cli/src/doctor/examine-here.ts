import { doctorReport, foundBad, type DoctorFinding } from '@turnpike/contracts';
import { runForOutput } from '../commands/run-here.js';

/** What the product itself finds on this machine and in one of its data directories. */
export async function examineHere(dataDir: string): Promise<DoctorFinding[]> {
  const { out, err } = await runForOutput(['doctor', '--data-dir', dataDir]);
  try {
    return doctorReport.parse(JSON.parse(out.slice(out.lastIndexOf('{"findings"')))).findings;
  } catch {
    return [foundBad('machine', `the product did not say: ${err.trim().split('\n').at(-1) ?? ''}`, 'npm start, and read what it says')];
  }
}
