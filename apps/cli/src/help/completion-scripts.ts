import type { Completions } from './completion-tree.js';

export type Shell = 'bash' | 'zsh' | 'fish';

/** The words so far, options and their values left out, choose the command; what starts with `-` completes to its options. */
const bash = (tree: readonly Completions[]): string => `# turnpike completion bash
_turnpike() {
  local word="\${COMP_WORDS[COMP_CWORD]}" at=turnpike skip= each
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [ -n "$skip" ]; then skip=; continue; fi
    case "$each" in
      ${valued(tree).join('|')}) skip=1 ;;
      -*) ;;
      *) case " $(_turnpike_commands "$at") " in *" $each "*) at="$at $each" ;; esac ;;
    esac
  done
  if [ -n "$skip" ]; then COMPREPLY=($(compgen -f -- "$word")); return; fi
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$(_turnpike_options "$at")" -- "$word")) ;;
    *) COMPREPLY=($(compgen -W "$(_turnpike_commands "$at")" -- "$word"))
       [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
${lookup('_turnpike_commands', tree, ({ commands }) => commands.map(({ name }) => name))}
${lookup('_turnpike_options', tree, ({ options }) => options.map(({ flag }) => flag))}
complete -o filenames -F _turnpike turnpike`;

const lookup = (name: string, tree: readonly Completions[], words: (each: Completions) => readonly string[]): string =>
  `${name}() {
  case "$1" in
${tree
  .filter((each) => words(each).length > 0)
  .map((each) => `    ${quoted(each.path)}) echo "${words(each).join(' ')}" ;;`)
  .join('\n')}
  esac
}`;

const zsh = (tree: readonly Completions[]): string => `autoload -U +X bashcompinit && bashcompinit\n${bash(tree)}`;

const fish = (tree: readonly Completions[]): string => {
  const lines = tree.flatMap(({ path, commands, options }) => {
    const depth = path.split(' ').length;
    const at = `__turnpike_at ${depth} ${quoted(path)}`;
    return [
      ...commands.map(({ name, summary }) => `complete -c turnpike -f -n ${quoted(at)} -a ${name} -d ${quoted(summary)}`),
      ...options.map(
        ({ flag, summary, takesValue }) =>
          `complete -c turnpike -n ${quoted(at)} -l ${flag.slice(2)}${takesValue ? ' -r' : ''} -d ${quoted(summary)}`,
      ),
    ];
  });
  return `# turnpike completion fish
function __turnpike_at
  set -l words (string match -v -- '-*' (commandline -opc))
  test (string join ' ' $words[1..$argv[1]]) = $argv[2]
end
${lines.join('\n')}`;
};

const valued = (tree: readonly Completions[]): string[] => [
  ...new Set(tree.flatMap(({ options }) => options.filter(({ takesValue }) => takesValue).map(({ flag }) => flag))),
];

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "'\\''")}'`;

export const SHELLS: Readonly<Record<Shell, (tree: readonly Completions[]) => string>> = { bash, zsh, fish };
