/** A value that JSON can carry exactly. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/**
 * Canonical JSON by RFC 8785: keys in UTF-16 code unit order, ECMAScript number and string forms, no white space.
 * Throws on what JSON cannot carry (undefined, NaN, infinities, lone surrogates); `-0` becomes `0` as the RFC says.
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'boolean':
      return String(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError('canonical JSON carries finite numbers only');
      return JSON.stringify(value);
    case 'string':
      if (!value.isWellFormed()) throw new TypeError('canonical JSON carries well-formed strings only');
      return JSON.stringify(value);
    case 'object':
      return value === null ? 'null' : canonicalComposite(value);
    default:
      throw new TypeError(`canonical JSON cannot carry a ${typeof value}`);
  }
}

function canonicalComposite(value: object): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  const record = value as Record<string, unknown>;
  const members = Object.keys(record)
    .filter((key) => record[key] !== undefined)
    .sort() // the default order compares UTF-16 code units, which is the order RFC 8785 asks for
    .map((key) => `${canonicalJson(key)}:${canonicalJson(record[key])}`);
  return `{${members.join(',')}}`;
}
