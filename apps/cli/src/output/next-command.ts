import { CONTROLS, OPERATIONS, type CallDefinition, type Repair } from '@turnpike/contracts';
import { flagOf } from '../commands/fields.js';
import { shellWord } from './shell-word.js';

const DEFINITIONS = new Map<string, CallDefinition>([...CONTROLS, ...OPERATIONS].map((each) => [each.name, each]));
/** Tokens are never printed; the command line fetches its own. `wait_ms` and `redeliver` are what it does by itself. */
const LEFT_OUT = new Set(['tool_turn_token', 'wait_ms', 'redeliver']);

/** A repair as the command that carries it out; null where only a person can repair. */
export function nextCommand({ control, arguments: args }: Pick<Repair, 'control' | 'arguments'>): string | null {
  const definition = control === null ? undefined : DEFINITIONS.get(control);
  if (!definition?.cli) return null;
  const { command, positional } = definition.cli;
  const given = Object.entries(args).filter(([name]) => !LEFT_OUT.has(name) && name in definition.input.shape);
  const words = positional.map((name) => given.find(([each]) => each === name)?.[1]).filter((each) => each !== undefined);
  const options = given.filter(([name]) => !positional.includes(name)).map(([name, value]) => optionOf(definition, name, value));
  return ['turnpike', command.replace(/^tools /, ''), ...words.map((each) => quoted(each)), ...options].join(' ');
}

function optionOf(definition: CallDefinition, name: string, value: unknown): string {
  const flag = flagOf(definition, name);
  if (value === true) return flag;
  const plain = Array.isArray(value) && value.every((each) => typeof each === 'string' && !each.includes(','));
  return `${flag} ${quoted(plain ? value.join(',') : value)}`;
}

const quoted = (value: unknown): string => shellWord(typeof value === 'string' ? value : JSON.stringify(value));
