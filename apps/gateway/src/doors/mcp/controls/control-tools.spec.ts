import { ServiceUnavailable } from '@turnpike/client';
import { manualClock } from '@turnpike/testing';
import type { Clients } from '../../../clients.js';
import type { Dispatcher } from '../../../dispatch/dispatcher.js';
import { CatalogChanges } from './catalog-changes.js';
import { ControlTools } from './control-tools.js';
import { ControlDescriptors } from './describe-controls.js';

const CALLER = { credential: 'tpk_x', workspaceId: null, requestId: 'req_1' };

describe('the controls as tools', () => {
  const down = (service: string) => () => Promise.reject(new ServiceUnavailable(service, 'x', 'its store is down'));
  const tools = (admit: unknown, activePacks: unknown) =>
    new ControlTools({ admit } as Dispatcher, { registry: { activePacks } } as unknown as Clients, new CatalogChanges(), manualClock());
  const unavailable = (service: string) => ({ http: 503, data: { code: 'unavailable', retryable: true, details: { service } } });

  it('a service that is down is said to be, and is no defect', async () => {
    await expect(tools(down('rbac'), null).admit(CALLER)).rejects.toMatchObject(unavailable('rbac'));
    const admitted = async () => ({ admitted: { caller: { permissions: ['catalog.read'] }, context: {} } });
    await expect(tools(admitted, down('registry')).list(CALLER)).rejects.toMatchObject(unavailable('registry'));
  });

  it('names no pack to whoever may not read the catalog', async () => {
    const admitted = (permissions: string[]) => async () => ({ admitted: { caller: { permissions }, context: {} } });
    const packs = async () => ({ packs: [{ pack_id: 'crm', title: 'Contacts' }] });
    expect(await tools(admitted(['catalog.read']), packs).list(CALLER)).toContain('crm (Contacts)');
    expect(await tools(admitted(['runs.read']), packs).list(CALLER)).not.toContain('crm');
  });

  it('a title is cut between characters, and is one line without marks that turn text around', () => {
    const list = new ControlDescriptors().list([
      { pack_id: 'a', title: `${'x'.repeat(79)}😀 and more` },
      { pack_id: 'b', title: 'one\n\u202etwo\u0000\u2028three' },
    ]);
    const description = (JSON.parse(list) as { name: string; description: string }[]).find(
      ({ name }) => name === 'tools_search',
    )!.description;
    expect(description).toContain(`a (${'x'.repeat(79)}😀), b (one two three).`);
    expect(list).not.toMatch(/\\ud[89a-f]/i);
  });
});
