import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fromPs, processSpace, processState } from './process-state.js';

// Real: processes of this machine.
describe('processState', () => {
  it('knows a living process by id, start and command, and nothing of one that ended', async () => {
    const child = spawn('sleep', ['60']);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    expect(processState(pid)?.command).toContain('sleep');
    expect(processState(pid)?.started).toBe(processState(pid)?.started);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(processState(pid)).toBeNull();
  });

  it('reads the same from ps, for systems without /proc', async () => {
    const child = spawn('sleep', ['60']);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    expect(fromPs(pid)?.command).toContain('sleep');
    expect(fromPs(pid)?.started).toMatch(/\d\d:\d\d:\d\d \d{4}$/);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(fromPs(pid)).toBeNull();
  });

  it('names the space of process ids the same each time', () => {
    expect(processSpace()).toBe(processSpace());
  });
});
