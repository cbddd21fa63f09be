import { execFileSync } from 'node:child_process';
import { nextCommand } from './next-command.js';

describe('a repair as a command', () => {
  it.each([
    [{ control: 'tools_search', arguments: { goal: 'see orders', pack_id: 'crm' } }, "turnpike search 'see orders' --toolset crm"],
    [{ control: 'tools_get', arguments: { capability_id: 'crm.a.b', tool_turn_token: 'tt_x', redeliver: true } }, 'turnpike get crm.a.b'],
    [
      { control: 'tools_run', arguments: { capability_id: 'a.b.c', params: { n: 1 }, mode: 'dry_run', tool_turn_token: 'tt_x' } },
      `turnpike run a.b.c --params '{"n":1}' --mode dry_run`,
    ],
    [{ control: 'integrations_list', arguments: {} }, 'turnpike integrations'],
    [{ control: 'runs_get', arguments: { run_id: 'run_1' } }, 'turnpike runs get run_1'],
    [{ control: null, arguments: {} }, null],
    [{ control: 'unheard_of', arguments: {} }, null],
  ])('%j', (repair, command) => expect(nextCommand(repair)).toBe(command));

  it('is one word to a shell, whatever stands in it', () => {
    const goal = `it's "$HOME" \`id\` $(id)\n;`;
    const command = nextCommand({ control: 'tools_search', arguments: { goal } }) ?? '';
    const said = execFileSync('sh', ['-c', `turnpike() { printf '%s' "$2"; }; ${command}`], { encoding: 'utf8' });
    expect(said).toBe(goal);
  });
});
