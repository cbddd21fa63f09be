import type { Command, Option } from 'commander';

/** What may follow the words of one command. */
export interface Completions {
  /** `turnpike runs watch` */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
  readonly options: readonly { readonly flag: string; readonly summary: string; readonly takesValue: boolean }[];
}

/** Every command of the program, the program itself first. Global options may follow any of them. */
export function completionTree(program: Command): Completions[] {
  const globals = optionsOf(program.options);
  const walk = (command: Command, path: string): Completions[] => [
    {
      path,
      commands: command.commands.map((each) => ({ name: each.name(), summary: firstLine(each.description()) })),
      options: command === program ? globals : [...optionsOf(command.options), ...globals],
    },
    ...command.commands.flatMap((each) => walk(each, `${path} ${each.name()}`)),
  ];
  return walk(program, program.name());
}

const optionsOf = (options: readonly Option[]) =>
  options.flatMap(({ long, description, required, optional }) =>
    long ? [{ flag: long, summary: firstLine(description), takesValue: required || optional }] : [],
  );

const firstLine = (text: string): string => text.split('\n')[0] ?? '';
