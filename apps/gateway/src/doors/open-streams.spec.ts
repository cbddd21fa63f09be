import type { ServerResponse } from 'node:http';
import { LIMITS } from '@turnpike/contracts';
import { writeOrCut } from './open-streams.js';

describe('a reader of a stream', () => {
  const given = () => {
    const raw = {
      writableLength: 0,
      destroyed: false,
      write: (text: string) => void (raw.writableLength += text.length),
      destroy: () => void (raw.destroyed = true),
    };
    return raw;
  };

  it('may be a mebibyte behind, and is cut at one byte more', () => {
    const raw = given();
    const write = (text: string): void => writeOrCut(raw as unknown as ServerResponse, text);
    write('x'.repeat(LIMITS.streamUnsentBytes));
    expect(raw.destroyed).toBe(false);
    write('x');
    expect(raw.destroyed).toBe(true);
  });
});
