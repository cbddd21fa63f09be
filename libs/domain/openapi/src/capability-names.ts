/** One operation by method and path template: the name that survives changes of its text. `GET /v1/files/{file_key}` */
export const operationKey = (method: string, path: string): string => `${method.toUpperCase()} ${path}`;

const MOST_NOUN_CHARACTERS = 80;
/** What the parameters may add to a verb. */
const MOST_TOLD_CHARACTERS = 60;
/** Path segments that say which edition of an API this is, not what it is about. */
const EDITION = /^(v\d+(\.\d+)*|api|rest|\d{4}-\d{2}-\d{2})$/i;

/**
 * Ids for operations, the same for the same document: earlier assignments stay, the rest are named from method and path in the order of
 * their keys. A name that is taken is told apart by the path's parameters, then by a number.
 */
export function nameCapabilities(packId: string, keys: readonly string[], assigned: ReadonlyMap<string, string>): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set(assigned.values());
  for (const key of [...keys].sort()) {
    const id = assigned.get(key) ?? freshName(packId, key, taken);
    taken.add(id);
    names.set(key, id);
  }
  return names;
}

function freshName(packId: string, key: string, taken: ReadonlySet<string>): string {
  const { noun, verb, parameters } = describePath(key);
  const plain = `${packId}.${noun}.${verb}`;
  if (!taken.has(plain)) return plain;
  const told =
    parameters.length > 0
      ? `${plain}_by_${parameters.slice(-2).join('_')}`.slice(0, plain.length + MOST_TOLD_CHARACTERS)
      : `${plain}_${key.split(' ')[0]?.toLowerCase() ?? ''}`;
  if (!taken.has(told)) return told;
  for (let number = 2; ; number += 1) if (!taken.has(`${told}_${number}`)) return `${told}_${number}`;
}

function describePath(key: string): { noun: string; verb: string; parameters: string[] } {
  const [method = 'GET', path = '/'] = key.split(/ (.*)/s);
  const segments = path.split('/').filter((segment) => segment !== '');
  const words = segments
    .map((segment) => snake(segment.replace(/\{[^{}]*\}/g, ' ').replace(/\.(json|xml)$/i, '')))
    .map((word, index) => (EDITION.test(segments[index] ?? '') ? '' : word));
  const said = words.filter((word) => word !== '');
  const noun =
    startWithLetter(said.join('_'))
      .slice(-MOST_NOUN_CHARACTERS)
      .replace(/^[^a-z]+/, '') || 'root';
  const last = segments.at(-1) ?? '';
  const ofOne = /^\{[^{}]*\}(\.\w+)?$/.test(last);
  const parameters = [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => snake(match[1] ?? '')).filter((word) => word !== '');
  return { noun, verb: verbOf(method, ofOne, said.at(-1) ?? ''), parameters };
}

function verbOf(method: string, ofOne: boolean, last: string): string {
  switch (method) {
    case 'GET':
      return ofOne || !/s$/.test(last) ? 'get' : 'list';
    case 'POST':
      return ofOne ? 'update' : 'create';
    case 'PUT':
      return ofOne ? 'replace' : 'set';
    case 'PATCH':
      return 'update';
    default:
      return method.toLowerCase();
  }
}

const startWithLetter = (word: string): string => (/^[a-z]/.test(word) || word === '' ? word : `n${word}`);

/** `phoneNumbers`, `Phone-Numbers`, `@me` → `phone_numbers`, `me` */
export function snake(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase();
}
