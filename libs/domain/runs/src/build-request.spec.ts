import type { HttpExecutor, ParameterPlace } from '@turnpike/contracts';
import fc from 'fast-check';
import { buildRequest } from './build-request.js';
import { UnbuildableRequest } from './outgoing-request.js';

const executor = (over: Partial<HttpExecutor> = {}): HttpExecutor => ({
  kind: 'http',
  method: 'GET',
  server_url: 'https://api.test/v1',
  path: '/things',
  parameters: [],
  body: null,
  headers: [],
  auth: [],
  idempotency_header: null,
  ...over,
});
const place = (where: ParameterPlace['in'], over: Partial<ParameterPlace> = {}): ParameterPlace => ({
  field: 'p',
  in: where,
  name: 'p',
  style: where === 'query' || where === 'cookie' ? 'form' : 'simple',
  explode: where === 'query',
  allow_reserved: false,
  json: false,
  ...over,
});
const LIST = ['blue', 'black', 'brown'];
const OBJECT = { R: 100, G: 200, B: 150 };
const build = (parameter: ParameterPlace, p: unknown, over: Partial<HttpExecutor> = {}) =>
  buildRequest(executor({ parameters: [parameter], path: parameter.in === 'path' ? '/a/{p}/z' : '/a', ...over }), { p: p as never }, null);

// The tables of OpenAPI 3.1, "Style Examples".
describe('a query parameter', () => {
  it.each<[ParameterPlace['style'], boolean, unknown, string]>([
    ['form', true, 'blue', 'p=blue'],
    ['form', true, '', 'p='],
    ['form', true, LIST, 'p=blue&p=black&p=brown'],
    ['form', false, LIST, 'p=blue,black,brown'],
    ['form', true, OBJECT, 'R=100&G=200&B=150'],
    ['form', false, OBJECT, 'p=R,100,G,200,B,150'],
    ['spaceDelimited', false, LIST, 'p=blue%20black%20brown'],
    ['spaceDelimited', false, OBJECT, 'p=R%20100%20G%20200%20B%20150'],
    ['pipeDelimited', false, LIST, 'p=blue%7Cblack%7Cbrown'],
    ['pipeDelimited', false, OBJECT, 'p=R%7C100%7CG%7C200%7CB%7C150'],
    ['deepObject', true, OBJECT, 'p%5BR%5D=100&p%5BG%5D=200&p%5BB%5D=150'],
    ['deepObject', true, { a: { b: 1, c: [2, 3] } }, 'p%5Ba%5D%5Bb%5D=1&p%5Ba%5D%5Bc%5D=2&p%5Ba%5D%5Bc%5D=3'],
    ['form', true, [], ''],
    ['form', false, [], ''],
    ['form', true, null, ''],
    ['form', true, { R: null }, ''],
    ['form', false, ['a', null, 'b'], 'p=a,b'],
    ['form', true, 'a b&c=d/e?f#g', 'p=a%20b%26c%3Dd%2Fe%3Ff%23g'],
  ])('%s, explode %s, of %j', (style, explode, value, query) => {
    expect(build(place('query', { style, explode }), value).url).toBe(`https://api.test/v1/a${query === '' ? '' : `?${query}`}`);
  });

  it('leaves reserved characters where the contract says so, but for those that would end or change the value', () => {
    expect(build(place('query', { allow_reserved: true }), "a:/?[]@!$'()*,;=b#c&d+e%").url).toBe(
      "https://api.test/v1/a?p=a:/?[]@!$'()*,;=b%23c%26d%2Be%25",
    );
  });

  it('is JSON text where it is declared by its content', () => {
    expect(build(place('query', { json: true }), { a: [1, 'x'] }).url).toBe('https://api.test/v1/a?p=%7B%22a%22%3A%5B1%2C%22x%22%5D%7D');
  });

  it('refuses what its style cannot carry', () => {
    expect(() => build(place('query'), [{ a: 1 }])).toThrow(UnbuildableRequest);
    expect(() => build(place('query'), { a: { b: 1 } })).toThrow(/nested deeper/);
  });
});

describe('a path parameter', () => {
  it.each<[ParameterPlace['style'], boolean, unknown, string]>([
    ['simple', false, 'blue', 'blue'],
    ['simple', false, LIST, 'blue,black,brown'],
    ['simple', false, OBJECT, 'R,100,G,200,B,150'],
    ['simple', true, OBJECT, 'R=100,G=200,B=150'],
    ['label', false, 'blue', '.blue'],
    ['label', false, LIST, '.blue,black,brown'],
    ['label', true, LIST, '.blue.black.brown'],
    ['label', true, OBJECT, '.R=100.G=200.B=150'],
    ['matrix', false, 'blue', ';p=blue'],
    ['matrix', false, LIST, ';p=blue,black,brown'],
    ['matrix', true, LIST, ';p=blue;p=black;p=brown'],
    ['matrix', false, OBJECT, ';p=R,100,G,200,B,150'],
    ['matrix', true, OBJECT, ';R=100;G=200;B=150'],
    ['simple', false, 'a/b?c#d é', 'a%2Fb%3Fc%23d%20%C3%A9'],
    ['simple', false, '%2e%2e', '%252e%252e'],
    ['simple', false, '..a', '..a'],
  ])('%s, explode %s, of %j', (style, explode, value, path) => {
    expect(build(place('path', { style, explode }), value).url).toBe(`https://api.test/v1/a/${path}/z`);
  });

  it.each([['.'], ['..'], ['../x'], ['x/..'], ['x/../../y'], ['..\\x'], [''], [[]]])('never %j', (value) => {
    expect(() => build(place('path'), value)).toThrow(UnbuildableRequest);
  });

  it('makes no dot segment together with another, or with the template', () => {
    const two = (path: string, p: string, q: string) =>
      buildRequest(executor({ path, parameters: [place('path'), place('path', { field: 'q', name: 'q' })] }), { p, q }, null);
    expect(() => two('/a/{p}{q}', '.', '.')).toThrow(UnbuildableRequest);
    expect(() => build(place('path', { style: 'label' }), '.')).toThrow(/dot segment/);
    for (const path of ['/a/../{p}', '/a/%2E%2e/{p}', '/./{p}']) expect(() => two(path, 'x', 'y')).toThrow(/dot segment/);
    expect(two('/a/{p}.{q}', 'x', 'y').url).toBe('https://api.test/v1/a/x.y');
  });

  it('is needed', () => {
    expect(() => buildRequest(executor({ path: '/a/{p}', parameters: [place('path')] }), {}, null)).toThrow(/is needed in the path/);
  });

  it('always leads to the base and the path of the contract, whatever the value', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('.', '/', '\\', '%', '2', 'e', ':', '@', '?', '#') })),
        (value) => {
          let built: string;
          try {
            built = build(place('path'), value).url;
          } catch (error) {
            return expect(error).toBeInstanceOf(UnbuildableRequest);
          }
          const url = new URL(built);
          expect(url.href).toBe(built);
          expect([url.origin, url.search, url.hash]).toEqual(['https://api.test', '', '']);
          expect(url.pathname.split('/')).toHaveLength(5);
          expect(decodeURIComponent(url.pathname.split('/')[3]!)).toBe(value.toWellFormed());
        },
      ),
    );
  });
});

describe('a header parameter', () => {
  it.each<[boolean, unknown, string]>([
    [false, 'blue', 'blue'],
    [false, LIST, 'blue,black,brown'],
    [false, OBJECT, 'R,100,G,200,B,150'],
    [true, OBJECT, 'R=100,G=200,B=150'],
  ])('explode %s, of %j', (explode, value, text) => {
    expect(build(place('header', { explode }), value).headers).toEqual([{ name: 'p', value: text }]);
  });

  it('can begin no other header, whatever the value', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\r', '\n', ':', ' ', '\u0000', 'ł', 'é', '\u007f') }), (value) => {
        try {
          expect(build(place('header'), value).headers[0]!.value).toMatch(/^[\t\x20-\x7e\x80-\xff]*$/);
        } catch (error) {
          expect(error).toBeInstanceOf(UnbuildableRequest);
        }
      }),
    );
    expect(() => build(place('header'), 'a\r\nX-Admin: 1')).toThrow(/no header can carry/);
  });
});

describe('a cookie parameter', () => {
  it.each<[boolean, unknown, string]>([
    [false, 'blue', 'p=blue'],
    [false, LIST, 'p=blue,black,brown'],
    [false, OBJECT, 'p=R,100,G,200,B,150'],
    [true, LIST, 'p=blue; p=black; p=brown'],
    [true, OBJECT, 'R=100; G=200; B=150'],
  ])('explode %s, of %j', (explode, value, text) => {
    expect(build(place('cookie', { explode }), value).headers).toEqual([{ name: 'Cookie', value: text }]);
  });

  it('can end no cookie, and begin no header', () => {
    expect(build(place('cookie'), 'a; admin=1\r\nX: y').headers).toEqual([{ name: 'Cookie', value: 'p=a%3B%20admin%3D1%0D%0AX%3A%20y' }]);
  });
});

describe('a field that was not given', () => {
  it.each(['constructor', 'toString', '__proto__'])('is none, also where every object has one by inheritance: %s', (field) => {
    expect(build(place('query', { field, name: field }), 'x').url).toBe('https://api.test/v1/a');
    const whole: HttpExecutor['body'] = { kind: 'whole', media_type: 'application/json', fields: [{ field, name: 'b' }] };
    expect(buildRequest(executor({ body: whole }), {}, null).body).toBeNull();
  });
});

describe('a body', () => {
  const body = (media_type: string, kind: 'fields' | 'whole' = 'fields'): HttpExecutor['body'] => ({
    kind,
    media_type,
    fields:
      kind === 'whole'
        ? [{ field: 'b', name: 'b' }]
        : [
            { field: 'first_name', name: 'firstName' },
            { field: 'tags', name: 'tags' },
          ],
  });
  const sent = (place: HttpExecutor['body'], params: object) =>
    buildRequest(executor({ body: place, method: 'POST' }), params as never, null);

  it('is JSON of the fields by their names on the wire, in the order of the contract', () => {
    const { body: text, headers } = sent(body('application/json'), { tags: ['x'], first_name: 'Zoë', other: 1 });
    expect(text).toBe('{"firstName":"Zoë","tags":["x"]}');
    expect(headers).toEqual([{ name: 'Content-Type', value: 'application/json' }]);
  });

  it('is the one field where that is the whole of it', () => {
    expect(sent(body('application/merge-patch+json', 'whole'), { b: [1, null] }).body).toBe('[1,null]');
    expect(sent(body('text/csv', 'whole'), { b: 'a,b\n1,2' }).body).toBe('a,b\n1,2');
  });

  it('is a form', () => {
    expect(sent(body('application/x-www-form-urlencoded'), { first_name: 'a b&c', tags: ['x', 'y'] }).body).toBe(
      'firstName=a+b%26c&tags=x&tags=y',
    );
  });

  it('is absent when no field of it was given', () => {
    expect(sent(body('application/json'), {})).toMatchObject({ body: null, headers: [] });
  });

  it('is refused in a type that cannot be written', () => {
    expect(() => sent(body('application/xml', 'whole'), { b: { a: 1 } })).toThrow(/must be text/);
    expect(() => sent(body('application/x-www-form-urlencoded', 'whole'), { b: [1] })).toThrow(/a form must be an object/);
  });
});

describe('the base', () => {
  it("is the connection's where it has one", () => {
    expect(buildRequest(executor(), {}, 'http://127.0.0.1:9/base/').url).toBe('http://127.0.0.1:9/base/things');
  });

  it.each([['https://api.test?x=1'], ['https://api.test/#x'], ['/v1'], ['']])(
    'is refused where a path cannot be put behind it: %s',
    (server_url) => {
      expect(() => buildRequest(executor({ server_url }), {}, null)).toThrow(UnbuildableRequest);
    },
  );

  it('is followed by a path that holds a query, which goes on', () => {
    const query = { field: 'q', in: 'query', name: 'q', style: 'form', explode: true, allow_reserved: false, json: false } as const;
    expect(buildRequest(executor({ path: '/x?a=1', parameters: [query] }), { q: 2 }, 'https://api.test').url).toBe(
      'https://api.test/x?a=1&q=2',
    );
  });

  it('cannot be continued by a path', () => {
    expect(() => buildRequest(executor({ server_url: 'https://api.test', path: '.evil.test/' }), {}, null)).toThrow(/begin with a slash/);
  });
});
