// Says what happens and why, and stops the story at the first thing that is not as it was said.
import { deepStrictEqual } from 'node:assert';
import { CONTROLS, OPERATIONS } from '@turnpike/contracts';
import { TurnpikeClient } from '@turnpike/sdk';

const DEFINITIONS = new Map([...CONTROLS, ...OPERATIONS].map((definition) => [definition.name, definition]));
let step = 0;

export const chapter = (title) => console.log(`\n${title}\n${'─'.repeat(title.length)}`);
export const why = (text) => console.log(`   ${text}`);

/** One fact that was just checked. */
export function shown(text) {
  step += 1;
  console.log(`${String(step).padStart(3)} ✓ ${text}`);
}

export function expectEqual(actual, expected, what) {
  try {
    deepStrictEqual(actual, expected);
  } catch {
    throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
  }
}

export function expectTrue(value, what) {
  if (!value) throw new Error(what);
}

/** Calls by name; the answer's data, or an error that shows the refusal. */
export function callerFor(url, credential) {
  const client = new TurnpikeClient({ url, credential });
  const call = async (name, args = {}, options = {}) => (await client.call(DEFINITIONS.get(name), args, options)).envelope;
  const data = async (name, args, options) => {
    const envelope = await call(name, args, options);
    if (!envelope.ok) throw new Error(`${name} was refused: ${envelope.error.code}: ${envelope.error.message} ${JSON.stringify(envelope.error.details)}`);
    return envelope.data;
  };
  const refusal = async (name, args, options) => {
    const envelope = await call(name, args, options);
    if (envelope.ok) throw new Error(`${name} was expected to be refused, and was not`);
    return envelope.error;
  };
  return { call, data, refusal, replay: (name, args, options) => client.call(DEFINITIONS.get(name), args, options), follow: (runId) => client.stream(runId, 0) };
}

export const stepsShown = () => step;
