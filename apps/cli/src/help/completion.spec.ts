import { execFileSync } from 'node:child_process';
import { buildProgram } from '../program.js';
import { SHELLS } from './completion-scripts.js';
import { completionTree } from './completion-tree.js';

// Real: bash completes with the script that the program gives.
describe('completion in bash', () => {
  const script = SHELLS.bash(completionTree(buildProgram()));
  const complete = (...words: string[]): string[] => {
    const line = ['turnpike', ...words].map((word) => `'${word}'`).join(' ');
    const asked = `${script}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _turnpike; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['--norc', '-c', asked], { encoding: 'utf8' }).trim().split('\n');
  };

  it('knows commands, their commands and their options', () => {
    expect(complete('sea')).toEqual(['search']);
    expect(complete('runs', 'w')).toEqual(['watch']);
    expect(complete('admin', 'api-keys', '')).toEqual(['create', 'list', 'revoke']);
    expect(complete('pack', 'publish', '--p')).toEqual(['--prune', '--plan', '--profile']);
    expect(complete('run', 'crm.a.b', '--mo')).toEqual(['--mode']);
  });

  it('passes over options and their values, before and between the words', () => {
    expect(complete('--profile', 'pack', 'runs', '--json', 'w')).toEqual(['watch']);
    expect(complete('--quiet', 'pack', 'pl')).toEqual(['plan']);
  });
});
