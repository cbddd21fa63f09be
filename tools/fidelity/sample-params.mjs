// Values that fit a contract's input schema, awkward ones among them. What the product's own validator refuses is made again, smaller.
import fc from 'fast-check';
import { compileValidator, validate } from '@turnpike/platform-schema';

const TRIES = 12;
const DEEPEST = 5;
const AWKWARD = [
  'blue',
  'a b',
  'x/y?z',
  'Zoë & co',
  '50% off',
  'a=b;c',
  "it's (fine)!*",
  'plus+sign',
  '[brackets]',
  'comma,pipe|',
  '日本',
  'tab~dot.dash-',
];

/** Params for a contract, or null where none could be made that fit. */
export function sampleParams(random, contract) {
  const { input_schema: schema, executor } = contract;
  const validator = compileValidator(JSON.stringify(schema), schema);
  const plain = new Set(executor.parameters.filter((place) => place.in === 'header').map(({ field }) => field));
  for (let tried = 0; tried < TRIES; tried += 1) {
    const made = new Sampler(random, schema, tried < TRIES / 2 ? 0.6 : 0, plain).value(schema, 0);
    if (validate(validator, made).length === 0) return made;
  }
  return null;
}

class Sampler {
  constructor(random, root, optional, plain) {
    Object.assign(this, { random, root, optional, plain });
  }

  value(given, depth, field = null) {
    const schema = this.flatten(given, 0);
    if (schema === true) return this.text({}, field);
    if ('const' in schema) return schema.const;
    if (schema.enum)
      return this.random.pick(schema.enum.filter((each) => each !== null).concat(schema.enum.length === 1 ? schema.enum : []));
    switch (this.typeOf(schema)) {
      case 'object':
        return this.object(schema, depth);
      case 'array':
        return this.list(schema, depth, field);
      case 'integer':
        return this.number(schema, 1);
      case 'number':
        return this.number(schema, 0.5);
      case 'boolean':
        return this.random.chance(0.5);
      case 'null':
        return null;
      default:
        return this.text(schema, field);
    }
  }

  /** One schema without references and choices: a branch is taken, parts are put together. */
  flatten(schema, hops) {
    if (typeof schema === 'boolean' || hops > 20) return true;
    const { $ref, allOf, oneOf, anyOf, ...own } = schema;
    const parts = [];
    if ($ref) parts.push(this.root.$defs[$ref.slice('#/$defs/'.length)]);
    if (allOf) parts.push(...allOf);
    for (const choice of [oneOf, anyOf])
      if (choice) parts.push(this.random.pick(choice.filter((each) => each.type !== 'null')) ?? choice[0]);
    return parts.reduce((sum, part) => merge(sum, this.flatten(part, hops + 1)), own);
  }

  typeOf({ type, properties, items }) {
    if (Array.isArray(type)) return this.random.pick(type.filter((each) => each !== 'null')) ?? 'null';
    return type ?? (properties ? 'object' : items ? 'array' : 'string');
  }

  object(schema, depth) {
    const { properties = {}, required = [], additionalProperties: more } = schema;
    const made = {};
    for (const [name, each] of Object.entries(properties)) {
      const wanted =
        required.includes(name) || (depth < DEEPEST && this.random.chance(depth === 0 ? Math.max(this.optional, 0) : this.optional / 2));
      if (wanted) made[name] = this.value(each, depth + 1, depth === 0 ? name : null);
    }
    if (typeof more === 'object' && depth < DEEPEST && this.random.chance(this.optional)) made.extra = this.value(more, depth + 1);
    return made;
  }

  list({ items = {}, minItems = 0, maxItems = 3 }, depth, field) {
    const count = Math.max(minItems, Math.min(maxItems, depth > DEEPEST ? 0 : 1 + this.random.below(3)));
    return Array.from({ length: count }, () => this.value(items, depth + 1, field));
  }

  number({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }, step) {
    const low = minimum ?? (exclusiveMinimum !== undefined ? exclusiveMinimum + step : 1);
    const high = Math.min(maximum ?? (exclusiveMaximum !== undefined ? exclusiveMaximum - step : low + 500), low + 500);
    const made = low + Math.floor(this.random.next() * Math.max(high - low, 0));
    return multipleOf ? Math.ceil(made / multipleOf) * multipleOf : made;
  }

  text({ format, minLength = 0, maxLength = 200, pattern, contentEncoding }, field) {
    if (contentEncoding === 'base64') return Buffer.from([this.random.below(256), 0, 255, 10, this.random.below(256)]).toString('base64');
    const known = FORMATS[format];
    if (known) return known;
    if (pattern) return this.matching(pattern);
    const text = this.plain.has(field) ? 'plain-value' : this.random.pick(AWKWARD);
    return [...text.padEnd(minLength, 'x')].slice(0, maxLength).join('') || 'x';
  }

  matching(pattern) {
    const [made] = fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: this.random.below(2 ** 31), size: 'small' });
    return made;
  }
}

const FORMATS = {
  date: '2026-02-28',
  'date-time': '2026-02-28T12:30:00Z',
  time: '12:30:00Z',
  email: 'lin@example.com',
  uuid: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
  uri: 'https://example.com/a?b=c&d=e',
  ipv4: '192.0.2.1',
  hostname: 'example.com',
};
function merge(left, right) {
  if (right === true) return left;
  const properties = { ...left.properties, ...right.properties };
  const required = [...new Set([...(left.required ?? []), ...(right.required ?? [])])];
  return { ...right, ...left, ...(Object.keys(properties).length > 0 && { properties }), ...(required.length > 0 && { required }) };
}
