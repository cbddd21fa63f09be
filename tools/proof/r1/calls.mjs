// Calls the REST door by the definitions. A refusal is an answer; a product that is gone is one too.
import { CONTROLS, OPERATIONS } from '@turnpike/contracts';
import { TurnpikeClient } from '@turnpike/sdk';

const DEFINITIONS = new Map([...CONTROLS, ...OPERATIONS].map((definition) => [definition.name, definition]));
let keys = 0;
const run = Date.now().toString(36);

/** `door.url` may change when the product is started again. */
export function caller(door, credential) {
  const call = async (name, args = {}, options = {}) => {
    const client = new TurnpikeClient({ url: door.url, credential: credential() });
    return (await client.call(DEFINITIONS.get(name), args, options)).envelope;
  };
  /** An owner action with a key of its own; throws where it is refused. */
  const data = async (name, args) => {
    const envelope = await call(name, args, { idempotencyKey: `proof-${run}-${(keys += 1)}` });
    if (!envelope.ok)
      throw new Error(`${name} was refused: ${envelope.error.code}: ${envelope.error.message} ${JSON.stringify(envelope.error.details)}`);
    return envelope.data;
  };
  return { call, data };
}
