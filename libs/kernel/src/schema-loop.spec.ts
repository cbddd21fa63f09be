import { findSchemaLoop } from './schema-loop.js';

const to = (name: string) => ({ $ref: `#/$defs/${name}` });

describe('findSchemaLoop', () => {
  it.each<[string, object, string | null]>([
    ['a reference to itself', { A: to('A') }, '#/$defs/A'],
    ['a circle of combinations', { A: { allOf: [to('B')] }, B: { anyOf: [{ type: 'null' }, { not: to('A') }] } }, '#/$defs/A'],
    ['a condition', { A: { if: to('A'), then: {} } }, '#/$defs/A'],
    ['a tree', { A: { properties: { a: to('A') }, items: to('A'), additionalProperties: to('A') } }, null],
    ['two ways to one', { A: { allOf: [to('B'), to('C')] }, B: to('D'), C: to('D'), D: { type: 'string' } }, null],
    ['a loop behind a property', { A: { properties: { b: to('B') } }, B: { oneOf: [to('B'), {}] } }, '#/$defs/B'],
  ])('%s', (_name, defs, loop) => expect(findSchemaLoop({ type: 'object', $defs: defs })).toBe(loop));

  it('follows a chain longer than a stack', () => {
    const chain = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`n${at}`, to(`n${at + 1}`)]));
    expect(findSchemaLoop({ $defs: chain })).toBeNull();
    expect(findSchemaLoop({ $defs: { ...chain, n200000: to('n0') } })).not.toBeNull();
  });
});
