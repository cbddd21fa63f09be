import { Argument, type Command } from 'commander';
import { write } from '../output/lines.js';
import { completionTree } from '../help/completion-tree.js';
import { SHELLS, type Shell } from '../help/completion-scripts.js';

/** Prints what makes a shell complete commands and options: made once from the commands themselves, so that a Tab starts nothing. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('Print the completion of a shell, for its start file.')
    .addArgument(new Argument('<shell>').choices(Object.keys(SHELLS)))
    .action((shell: Shell) => write(SHELLS[shell](completionTree(program))));
}
