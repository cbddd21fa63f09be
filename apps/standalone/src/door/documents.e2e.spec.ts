import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract as contractSchema, LIMITS } from '@turnpike/contracts';
import { openDoor, type OpenDoor } from './open-door.js';

// Real: published OpenAPI documents through the REST door, into the registry's database.
const FOLDER = process.env['TURNPIKE_OPENAPI_DOCUMENTS'] ?? join(__dirname, '../../../../../shared/data/openapi');
const DOCUMENTS = [
  ['figma', 'figma.yaml', 47, 0],
  ['discord', 'discord.json', 242, 0],
  ['twilio', 'twilio-api.json', 197, 0],
] as const;

describe('importing documents', () => {
  let door: OpenDoor;
  beforeAll(async () => {
    door = await openDoor();
  }, 60_000);
  afterAll(() => door.close());

  (existsSync(FOLDER) ? describe : describe.skip)('published by others (skipped where ../shared/data/openapi is absent)', () => {
    it.each(DOCUMENTS)(
      '%s: each operation is one capability or is left out with the reason; again publishes nothing',
      async (pack, file, operations, leftOut) => {
        const document = readFileSync(join(FOLDER, file), 'utf8');
        const first = await door.agent.data('packs_import', { pack_id: pack, document });
        console.log(
          `${pack}: ${first['operations']} operations, ${first['imported']} imported, left out: ${first['left_out'].map(({ operation, reason }: Record<string, string>) => `${operation} (${reason})`).join('; ') || 'none'}`,
        );
        expect([first['operations'], first['left_out'].length, first['published']]).toEqual([operations, leftOut, operations - leftOut]);
        const ids = first['changes'].map(({ capability_id: id }: { capability_id: string }) => id) as string[];
        expect(new Set(ids).size).toBe(operations - leftOut);
        for (const id of ids) expect(contractSchema.shape.capability_id.safeParse(id).success).toBe(true);
        const again = await door.agent.data('packs_import', { pack_id: pack, document });
        expect([again['published'], again['removed'], again['unchanged']]).toEqual([0, 0, operations - leftOut]);
        const { contract } = await door.agent.data('tools_get', { capability_id: ids[0] });
        expect(contract).toMatchObject({ capability_id: ids[0], fetched: true });
      },
      60_000,
    );
  });

  const base = { openapi: '3.1.0', info: { title: 'T', version: '1' }, servers: [{ url: 'https://t.example' }] };
  const get = (schema: unknown) => ({ get: { parameters: [{ name: 'q', in: 'query', schema }], responses: {} } });

  it('publishes nothing of a document with one schema that cannot be taken, and says where', async () => {
    let deep: unknown = { type: 'string' };
    for (let at = 0; at < LIMITS.schemaDepth; at += 1) deep = { type: 'array', items: deep };
    const refusal = await door.agent.refusal('packs_import', {
      pack_id: 'halves',
      document: JSON.stringify({ ...base, paths: { '/good': get({ type: 'string' }), '/bad': get(deep) } }),
    });
    expect(refusal).toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ pointer: expect.stringContaining('/contracts/halves.bad') }] },
    });
    expect((await door.agent.data('packs_list'))['packs'].map(({ pack_id }: { pack_id: string }) => pack_id)).not.toContain('halves');
  });

  it.each([
    ['{"openapi":"3.1.0","info":{},"paths":{"/a":{"get":[]}}}', '/paths/~1a/get'],
    ['{"openapi":"2.0"}', '/openapi'],
    ['{"openapi": ', ''],
    ['openapi: 3.1.0\ninfo: &a { title: *a }', ''],
  ])('answers the pointer and the reason of the broken document %s', async (document, pointer) => {
    const refusal = await door.agent.refusal('packs_import', { pack_id: 'broken', document });
    expect(refusal).toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ pointer, message: expect.any(String) }] },
      repair: { control: null },
    });
  });

  it('asks for the files that a document refers to, and imports it with them', async () => {
    const document = JSON.stringify({ ...base, paths: { '/good': get({ $ref: 'schemas/name.yaml' }) } });
    const refusal = await door.agent.refusal('packs_import', { pack_id: 'several', document });
    expect(refusal).toMatchObject({ code: 'invalid_request', details: { files: ['schemas/name.yaml'] } });
    expect(refusal.repair?.instruction).toContain('in files');
    const files = { 'schemas/name.yaml': 'type: string\nmaxLength: 7\n' };
    const done = await door.agent.data('packs_import', { pack_id: 'several', document, files });
    expect(done).toMatchObject({ imported: 1, left_out: [] });
  });

  it('imports Swagger 2.0', async () => {
    const parameters = [{ name: 'q', in: 'query', type: 'array', items: { type: 'string' } }];
    const document = JSON.stringify({
      swagger: '2.0',
      info: base.info,
      host: 'older.example',
      schemes: ['https'],
      paths: { '/good': { get: { parameters, responses: {} } } },
    });
    expect(await door.agent.data('packs_import', { pack_id: 'older', document })).toMatchObject({ imported: 1, left_out: [] });
  });

  it('takes 5,000 operations and no more', async () => {
    const paths = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`/things${at}`, get({ type: 'string' })]));
    const over = await door.agent.refusal('packs_import', {
      pack_id: 'many',
      document: JSON.stringify({ ...base, paths: paths(LIMITS.importOperations + 1) }),
    });
    expect(over.message).toContain(String(LIMITS.importOperations));
    const full = await door.agent.data('packs_import', {
      pack_id: 'many',
      document: JSON.stringify({ ...base, paths: paths(LIMITS.importOperations) }),
      plan: true,
    });
    expect(full['imported']).toBe(LIMITS.importOperations);
  }, 60_000);
});
