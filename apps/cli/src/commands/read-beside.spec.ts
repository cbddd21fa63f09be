import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBeside } from './read-beside.js';

describe('readBeside', () => {
  const root = mkdtempSync(join(tmpdir(), 'turnpike-beside-'));
  const folder = join(root, 'api');
  afterAll(() => rmSync(root, { recursive: true }));
  mkdirSync(join(folder, 'schemas'), { recursive: true });
  writeFileSync(join(root, 'secret.yaml'), 'a: 1\n');
  writeFileSync(join(folder, 'schemas/user.yaml'), 'team: { $ref: ../team.json }\n');
  writeFileSync(join(folder, 'team.json'), '{"users":{"$ref":"schemas/user.yaml"}}');
  writeFileSync(join(folder, 'unused.yaml'), 'a: 1\n');
  symlinkSync(join(root, 'secret.yaml'), join(folder, 'link.yaml'));
  symlinkSync(join(folder, 'team.json'), join(folder, 'within.json'));
  const read = (reference: string) => readBeside(join(folder, 'openapi.yaml'), JSON.stringify({ a: { $ref: reference } }));

  it('reads what is referred to, and what that refers to, and nothing else', () => {
    expect(Object.keys(read('schemas/user.yaml#/team')).sort()).toEqual(['schemas/user.yaml', 'team.json']);
    expect(Object.keys(read('within.json')).sort()).toEqual(['schemas/user.yaml', 'team.json', 'within.json'].sort());
    expect(read('#/a')).toEqual({});
  });

  it.each([
    ['link.yaml', /leads out of/],
    ['nothing.yaml', /nothing.yaml, which the document refers to, is not in/],
    ['schemas', /is no file/],
  ])('refuses %s', (reference, reason) => expect(() => read(reference)).toThrow(reason));

  it.each(['../secret.yaml', '/etc/passwd', 'https://t.example/a.yaml'])(
    'reads nothing of %s, and leaves the refusal to the server',
    (reference) => expect(read(reference)).toEqual({}),
  );
});
