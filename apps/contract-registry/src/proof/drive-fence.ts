import { capability, context, done, get, needs, priced, publish, redeem, type StartedRegistry } from './started-registry.js';
import { ID, OTHER, type RelyingWorkspace } from './relying-workspace.js';
import { acknowledge } from './witness.js';

const WORKERS = 4;
const REDEEMS_A_TURN = 12;
const PAUSE_MS = 60;
const LOST = 0.05;

/** So that a turn lives through some redeems, however many parts move. */
const pause = (movers: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * 2 * PAUSE_MS * movers));
let changed = 0;

export type Moving = 'contract' | 'other contract' | 'pack' | 'install' | 'connection' | 'price';
export const ALL_MOVING: readonly Moving[] = ['contract', 'other contract', 'pack', 'install', 'connection', 'price'];

/** Redeems, gets and changes of these parts, all at once, until `over`. A mutant may also fail outright: only what it admits is judged. */
export async function driveFence(
  world: StartedRegistry,
  scene: RelyingWorkspace,
  moving: readonly Moving[],
  over: () => boolean,
): Promise<void> {
  const { ann: caller } = scene;
  const again = async (work: () => Promise<unknown>) => {
    while (!over()) await work();
  };
  const changes: Record<Moving, () => Promise<unknown>> = {
    contract: () => (Math.random() < 0.5 ? publishOf(world, scene, [ID]) : publishOf(world, scene, [ID, OTHER])),
    'other contract': () => publishOf(world, scene, [OTHER]),
    pack: async () => done(await world.registry.sharePack(context, { caller, input: { pack_id: 'crm', with: [next('ws_x')] } })),
    install: async () => done(await world.registry.enable(context, { caller, input: { pack_id: 'crm', settings: { at: next('') } } })),
    connection: () => tellConnection(world, scene),
    price: () => tellPrice(world, scene),
  };
  await Promise.all([
    ...Array.from({ length: WORKERS }, () => again(() => oneTurn(world, scene, over))),
    ...moving.map((part) => again(async () => (await pause(moving.length), await changes[part]()))),
  ]);
}

/** One turn used until it is refused; then its token is tried once more, after a get has been asked to bring the turn up to date. */
async function oneTurn(world: StartedRegistry, scene: RelyingWorkspace, over: () => boolean): Promise<void> {
  const { ann } = scene;
  const token = Math.random() < 0.5 ? await scene.token() : await scene.search([ID, OTHER]);
  for (let used = 0; used < REDEEMS_A_TURN && !over(); used += 1) {
    const caller = Math.random() < LOST ? { ...ann, permissions: ['catalog.read'] } : ann;
    const answer = await redeem(world, caller, ID, token).catch(() => null);
    if (answer?.outcome === 'redeemed') continue;
    await get(world, ann, ID, token);
    await redeem(world, ann, ID, token).catch(() => null);
    return;
  }
}

const next = (prefix: string) => `${prefix}${(changed += 1)}`;
const contractOf = (id: string) =>
  capability(id === ID ? 'deals' : 'notes', { ...(id === ID && { ...needs('crm'), ...priced }), title: next('Title ') });

/** One contract is fenced by its own key, several by their pack's. */
async function publishOf(world: StartedRegistry, { ann, ws }: RelyingWorkspace, ids: readonly string[]): Promise<void> {
  const { changes } = await publish(world, ann, ids.map(contractOf));
  for (const { capability_id, to_version } of changes)
    await acknowledge(world.database, 'contract', `${ws}/${capability_id}`, String(to_version));
}

async function tellConnection(world: StartedRegistry, scene: RelyingWorkspace): Promise<void> {
  const version = (scene.lastVersion += 1);
  await scene.connected('connected', version);
  await acknowledge(world.database, 'connection', `${scene.ws}/crm`, String(version));
}

async function tellPrice(world: StartedRegistry, scene: RelyingWorkspace): Promise<void> {
  const version = (scene.lastVersion += 1);
  await scene.price(version, version);
  await acknowledge(world.database, 'price', `${scene.ws}/${ID}`, String(version));
}
