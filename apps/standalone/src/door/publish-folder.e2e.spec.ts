import { LIMITS } from '@turnpike/contracts';
import { openDoor, type OpenDoor } from './open-door.js';

// Real: the whole product behind its REST door; the folder comes as a program would send it.
describe('a folder at the REST door', () => {
  let door: OpenDoor;
  beforeAll(async () => {
    door = await openDoor();
  }, 60_000);
  afterAll(() => door.close());

  const pack = 'id: desk\ntitle: Desk\ndescription: Tickets of the help desk, read and answered.\nserver_url: https://desk.example\n';
  const ticket = `id: desk.tickets.read
title: Read a ticket
summary: Reads one ticket with its answers.
action_policy: read_only
input: { properties: { ticket_id: { type: string, description: Which ticket. } }, required: [ticket_id] }
http: { method: GET, path: "/v1/tickets/{ticket_id}" }
`;
  const files = { 'pack.yaml': pack, 'contracts/ticket.yaml': ticket };

  it('is published when it comes again and again at once, as one version', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => door.agent.data('packs_publish_folder', { files })));
    expect(answers.map(({ published }) => published as number).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    expect(answers.every(({ index }) => index.state === 'indexed')).toBe(true);
    const { contract } = await door.agent.data('tools_get', { capability_id: 'desk.tickets.read' });
    expect(contract.contract.version).toBe(1);
  });

  it(`takes ${LIMITS.packFiles} files and no more`, async () => {
    const many = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count - 2 }, (_, at) => [`examples/${at}.yaml`, 'capability: desk.tickets.read\nexamples: [{ title: a }]\n']),
      );
    expect(await door.agent.refusal('packs_publish_folder', { files: { ...files, ...many(LIMITS.packFiles + 1) } })).toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ pointer: '/files', keyword: 'maxProperties' }] },
    });
    const fits = await door.agent.data('packs_publish_folder', { files: { ...files, ...many(LIMITS.packFiles) }, plan: true });
    expect(fits).toMatchObject({ published: 0, unchanged: 1, index: null });
  }, 30_000);

  it.each([
    ['no pack.yaml', {}, 'pack.yaml', 1],
    ['a field that is not known', { ...files, 'pack.yaml': `${pack}owner: me\n` }, 'pack.yaml', 5],
    [
      'a schema that cannot be compiled',
      { ...files, 'contracts/ticket.yaml': ticket.replace('type: string', 'type: strin') },
      'contracts/ticket.yaml',
      5,
    ],
    [
      'a hidden character',
      { ...files, 'contracts/ticket.yaml': ticket.replace('one ticket', 'one\u200b ticket') },
      'contracts/ticket.yaml',
      3,
    ],
    ['a document out of the folder', { ...files, 'pack.yaml': `${pack}openapi: ../secret.yaml\n` }, 'pack.yaml', 5],
  ])('refuses %s, at its file and line, and publishes nothing', async (_name, given, file, line) => {
    const refusal = await door.agent.refusal('packs_publish_folder', { files: given });
    expect(refusal).toMatchObject({ code: 'invalid_request', details: { issues: [expect.objectContaining({ file, line })] } });
    const { contract } = await door.agent.data('tools_get', { capability_id: 'desk.tickets.read' });
    expect(contract.contract.version).toBe(1);
  });
});
