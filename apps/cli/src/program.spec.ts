import type { Command } from 'commander';
import { buildProgram } from './program.js';

const names = (command: Command): string[] => command.options.map(({ long, short }) => long ?? short ?? '');
const below = (command: Command): Command[] => command.commands.flatMap((each) => [each, ...below(each)]);

describe('the command line', () => {
  it('gives no command an option that the program takes for itself, wherever it stands', () => {
    const program = buildProgram();
    const shared = names(program);
    expect(shared).toContain('--key');
    const taken = below(program).flatMap((command) =>
      names(command)
        .filter((name) => shared.includes(name))
        .map((name) => `${command.name()} ${name}`),
    );
    expect(taken).toEqual([]);
  });
});
