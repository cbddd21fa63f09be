import { connectionChanged, priceChanged, type Caller } from '@turnpike/contracts';
import { callerIn, capability, context, done, get, needs, priced, publish, type StartedRegistry } from './started-registry.js';

/** A connected, priced capability that turns rely on. */
export const ID = 'crm.deals.read';
/** A free one beside it. */
export const OTHER = 'crm.notes.read';

export interface RelyingWorkspace {
  readonly world: StartedRegistry;
  readonly ws: string;
  readonly ann: Caller;
  /** The newest version that another owner has told. */
  lastVersion: number;
  connected(state: 'connected' | 'not_connected', version?: number): Promise<void>;
  price(milli: number, version?: number): Promise<void>;
  search(ids: readonly string[], packId?: string | null): Promise<string>;
  token(id?: string): Promise<string>;
}

let workspaces = 0;

/** A fresh workspace in a started registry, with its pack published, its provider connected and its price told. */
export async function relyingWorkspace(world: StartedRegistry): Promise<RelyingWorkspace> {
  const ws = `ws_${(workspaces += 1)}`;
  const ann = callerIn(ws);
  await publish(world, ann, [capability('deals', { ...needs('crm'), ...priced }), capability('notes')]);
  const scene: RelyingWorkspace = {
    world,
    ws,
    ann,
    lastVersion: 1_000,
    connected: (state, version = (scene.lastVersion += 1)) =>
      world.tell(connectionChanged, `${ws}/crm`, {
        workspace_id: ws,
        provider_id: 'crm',
        state,
        account: null,
        connected_at: null,
        version,
      }),
    price: (milli, version = (scene.lastVersion += 1)) =>
      world.tell(priceChanged, `${ws}/${ID}`, { owner_workspace_id: ws, capability_id: ID, per_call_milli: milli, version }),
    search: async (ids, packId = null) => {
      const ranked = ids.map((id) => ({ capability_id: id, owner_workspace_id: ws, score: 1, matched: [] }));
      const origin = { goal: 'read deals', query_terms: null, pack_id: packId };
      return done(await world.registry.deliver(context, { caller: ann, origin, ranked, deliver: 5 })).tool_turn_token;
    },
    token: async (id = ID) => (await get(world, ann, id)).tool_turn_token,
  };
  await scene.connected('connected');
  await scene.price(2_000);
  return scene;
}
