import type { Command } from 'commander';
import { HEADINGS, LESSONS, OTHER_HEADING } from './lessons.js';

/** Puts commands under headings, examples under commands, and makes a mistyped call name the help that would have told. */
export function teach(program: Command): void {
  const known = Object.entries(HEADINGS).flatMap(([heading, names]) => names.map((name) => ({ name, heading })));
  const placeOf = (command: Command): number => known.findIndex(({ name }) => name === command.name()) >>> 0;
  // Headings come in the order of the commands below them.
  (program.commands as Command[]).sort((a, b) => placeOf(a) - placeOf(b));
  for (const command of program.commands) command.helpGroup(known[placeOf(command)]?.heading ?? OTHER_HEADING);
  visit(program, []);
}

function visit(command: Command, words: readonly string[]): void {
  const lesson = LESSONS[words.join(' ').replace(/^tools /, '')];
  if (lesson !== undefined) command.addHelpText('after', `\n${lesson}`);
  command.showHelpAfterError(`  next: ${['turnpike', ...words, '--help'].join(' ')}`);
  for (const each of command.commands) visit(each, [...words, each.name()]);
}
