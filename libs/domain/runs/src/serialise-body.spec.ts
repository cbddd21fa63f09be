import type { BodyPlace } from '@turnpike/contracts';
import fc from 'fast-check';
import { serialiseBody } from './serialise-body.js';

type Field = BodyPlace['fields'][number];
const body = (media_type: string, ...fields: Field[]): BodyPlace => ({ kind: 'fields', media_type, fields });
const field = (name: string, more: Partial<Field> = {}): Field => ({ field: name, name, ...more });
const text = (place: BodyPlace, params: object) => Buffer.from(serialiseBody(place, params as never)!.content).toString('utf8');
const styled = (style: NonNullable<Field['style']>['style'], explode: boolean, allow_reserved = false) => ({
  style: { style, explode, allow_reserved },
});
const FORM = 'application/x-www-form-urlencoded';
const LIST = ['blue', 'black', 'brown'];
const OBJECT = { R: 100, G: 200, B: 150 };

describe('an urlencoded form', () => {
  // OpenAPI 3.1.1, "Encoding the x-www-form-urlencoded media type": the address is JSON by default.
  it('is the example of the specification', () => {
    const params = {
      id: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
      address: { streetAddress: '123 Example Dr.', city: 'Somewhere', state: 'CA', zip: '99999+1234' },
    };
    expect(text(body(FORM, field('id'), field('address')), params)).toBe(
      'id=f81d4fae-7dec-11d0-a765-00a0c91e6bf6&address=%7B%22streetAddress%22%3A%22123+Example+Dr.%22%2C%22city%22%3A%22Somewhere%22%2C%22state%22%3A%22CA%22%2C%22zip%22%3A%2299999%2B1234%22%7D',
    );
  });

  it.each<[string, Partial<Field>, unknown, string]>([
    ['a list repeats its name', {}, LIST, 'c=blue&c=black&c=brown'],
    ['form, exploded', styled('form', true), LIST, 'c=blue&c=black&c=brown'],
    ['form, not exploded', styled('form', false), LIST, 'c=blue,black,brown'],
    ['form, exploded, object', styled('form', true), OBJECT, 'R=100&G=200&B=150'],
    ['spaceDelimited', styled('spaceDelimited', false), LIST, 'c=blue%20black%20brown'],
    ['pipeDelimited', styled('pipeDelimited', false), LIST, 'c=blue%7Cblack%7Cbrown'],
    ['deepObject', styled('deepObject', true), OBJECT, 'c%5BR%5D=100&c%5BG%5D=200&c%5BB%5D=150'],
    ['reserved characters stay', styled('form', true, true), 'a/b:c', 'c=a/b:c'],
    ['reserved characters go', styled('form', true), 'a/b:c', 'c=a%2Fb%3Ac'],
    ['JSON of a list', { media_type: 'application/json' }, LIST, 'c=%5B%22blue%22%2C%22black%22%2C%22brown%22%5D'],
    ['JSON of text', { media_type: 'application/json' }, 'x', 'c=%22x%22'],
    ['null is undefined', {}, null, ''],
    ['empty text is not', {}, '', 'c='],
  ])('%s', (_name, more, value, expected) => {
    expect(text(body(FORM, field('c', more)), { c: value })).toBe(expected);
  });

  it('is read back by any form reader as it was given, whatever it holds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ unit: 'binary' })), (params) => {
        const place = body(FORM, ...Object.keys(params).map((name) => field(name)));
        const written = serialiseBody(place, params);
        const read = [...new URLSearchParams(String(written?.content ?? ''))];
        expect(read).toEqual(Object.entries(params).map((pair) => pair.map((each) => each.toWellFormed())));
      }),
    );
  });
});

describe('a multipart form', () => {
  const MULTIPART = 'multipart/form-data';
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]);

  it('has a part for each field and each item, text plain, objects JSON, files their bytes', () => {
    const place = body(MULTIPART, field('name'), field('tags'), field('meta'), field('photo', { file: true, media_type: 'image/png' }));
    const params = {
      name: 'Zoë',
      tags: ['a', 'b'],
      meta: { x: 1 },
      photo: { base64: Buffer.from('PNG').toString('base64'), filename: 'a "b".png' },
    };
    const part = (head: string, content: string) => `--turnpike-1\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
    expect(text(place, params)).toBe(
      part('name="name"', 'Zoë') +
        part('name="tags"', 'a') +
        part('name="tags"', 'b') +
        part('name="meta"\r\nContent-Type: application/json', '{"x":1}') +
        part('name="photo"; filename="a %22b%22.png"\r\nContent-Type: image/png', 'PNG') +
        '--turnpike-1--\r\n',
    );
    expect(serialiseBody(place, params)!.mediaType).toBe('multipart/form-data; boundary=turnpike-1');
  });

  it('obeys style and content type of a field', () => {
    const place = body(
      MULTIPART,
      field('a', styled('pipeDelimited', false)),
      field('b', { media_type: 'application/json' }),
      field('c', { media_type: 'text/csv' }),
    );
    expect(text(place, { a: ['1', '2 3'], b: [1], c: 'x,y' })).toBe(
      '--turnpike-1\r\nContent-Disposition: form-data; name="a"\r\n\r\n1|2 3\r\n' +
        '--turnpike-1\r\nContent-Disposition: form-data; name="b"\r\nContent-Type: application/json\r\n\r\n[1]\r\n' +
        '--turnpike-1\r\nContent-Disposition: form-data; name="c"\r\nContent-Type: text/csv\r\n\r\nx,y\r\n--turnpike-1--\r\n',
    );
  });

  it('takes a boundary that stands in no part, and the same for the same', () => {
    const place = body(MULTIPART, field('a'));
    const written = serialiseBody(place, { a: '--turnpike-1 turnpike-2' })!;
    expect(written.mediaType).toBe('multipart/form-data; boundary=turnpike-3');
    expect(serialiseBody(place, { a: '--turnpike-1 turnpike-2' })).toEqual(written);
  });

  it('is read back by another reader as it was given, whatever it holds', async () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('\r', '\n', '-', 'turnpike-1', '"', ':') }));
    await fc.assert(
      fc.asyncProperty(value, fc.uint8Array(), value, async (a, bytes, filename) => {
        const place = body(MULTIPART, field('a'), field('f', { file: true }));
        const { content, mediaType } = serialiseBody(place, {
          a,
          f: { base64: Buffer.from(bytes).toString('base64'), filename: `x${filename}` },
        })!;
        const read = await new Response(Buffer.from(content), { headers: { 'content-type': mediaType } }).formData();
        expect(read.get('a')).toBe(a.toWellFormed());
        expect(Buffer.from(await (read.get('f') as Blob).arrayBuffer())).toEqual(Buffer.from(bytes));
        expect([...read.keys()]).toEqual(['a', 'f']);
      }),
    );
  });

  it.each<[string, unknown, RegExp]>([
    ['text instead of a file', 'x', /must be a file/],
    ['what is not Base64', { base64: 'a*==' }, /is not Base64/],
    ['Base64 without its padding', { base64: png.toString('base64url').slice(0, 3) }, /is not Base64/],
    ['a media type that begins another header', { base64: '', media_type: 'a/b\r\nX: y' }, /media type/],
  ])('refuses %s', (_name, value, reason) => {
    expect(() => serialiseBody(body(MULTIPART, field('f', { file: true })), { f: value } as never)).toThrow(reason);
  });
});

describe('a body of bytes', () => {
  const place: BodyPlace = { kind: 'whole', media_type: 'application/octet-stream', fields: [field('body')], base64: true };

  it('is what the Base64 stands for', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const written = serialiseBody(place, { body: Buffer.from(bytes).toString('base64') })!;
        expect(Buffer.from(written.content)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it.each([['x'], ['YQ'], ['YQ==\n'], ['Y-_='], [1]])('refuses %j, which is not Base64', (value) => {
    expect(() => serialiseBody(place, { body: value })).toThrow(/is not Base64/);
  });
});

describe('a body of text', () => {
  it('goes out as it is, JSON where text stands for no text', () => {
    const whole = (media_type: string): BodyPlace => ({ kind: 'whole', media_type, fields: [field('b')] });
    expect(text(whole('application/xml'), { b: '<a/>' })).toBe('<a/>');
    expect(text(whole('text/plain'), { b: { a: 1 } })).toBe('{"a":1}');
    expect(text(whole('application/merge-patch+json'), { b: 'x' })).toBe('"x"');
  });
});
