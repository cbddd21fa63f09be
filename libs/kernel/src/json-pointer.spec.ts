import fc from 'fast-check';
import { fromPointerStep, toPointerStep } from './json-pointer.js';

describe('a step of a JSON Pointer (RFC 6901)', () => {
  it.each([
    ['a/b', 'a~1b'],
    ['m~n', 'm~0n'],
    ['~1', '~01'],
  ])('%s is %s', (name, step) => expect([toPointerStep(name), fromPointerStep(step)]).toEqual([step, name]));

  it('has no slash, and stands for the name it was made of', () => {
    const text = fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a') });
    fc.assert(fc.property(text, (name) => !toPointerStep(name).includes('/') && fromPointerStep(toPointerStep(name)) === name));
  });
});
