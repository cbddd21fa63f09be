import pg from 'pg';

const INT8 = 20;
const INT8_ARRAY = 1016;

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a safe integer`);
  return value;
}

type TextOrNull = string | null | TextOrNull[];
type NumberOrNull = number | null | NumberOrNull[];

const toSafeIntegers = (value: TextOrNull): NumberOrNull =>
  Array.isArray(value) ? value.map(toSafeIntegers) : value === null ? null : toSafeInteger(value);

/**
 * int8 and its arrays as safe integers (throws past 2^53); the rest as the driver has it: timestamptz is a Date, jsonb a value, and numeric
 * (which `sum` of a bigint gives) text, so cast a sum to bigint.
 */
export const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    const parse = pg.types.getTypeParser(oid, format as 'text') as (text: string) => TextOrNull;
    if (oid === INT8) return toSafeInteger;
    if (oid === INT8_ARRAY) return (text: string) => toSafeIntegers(parse(text));
    return parse;
  }) as never,
};
