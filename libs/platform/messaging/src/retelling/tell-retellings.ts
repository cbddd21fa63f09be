import { retellingRequested, type EventDefinition } from '@turnpike/contracts';
import type { Database, Transaction } from '@turnpike/platform-persistence';
import type { Outbox } from '../outbox.js';
import { on, type Consumer } from '../subscription.js';
import { done } from '../verdict.js';
import { markerOf } from './marker.js';
import type { RetellingOwner } from '../retelling-owner.js';

/** The bounds of telling. */
export const TELL_LIMITS = {
  /** Rows told in one transaction. */
  batch: 200,
  /** Events left unsent in the outbox at which telling waits for the relay. */
  unsent: 2_000,
  /** Pause before looking again whether the relay has caught up. */
  waitMs: 50,
} as const;

type Retelling = {
  request_id: string;
  topic: string;
  subscriber: string;
  workspace_id: string | null;
  after: string | null;
  all_told: boolean;
  rows: number;
};

const ASK = `insert into retellings (request_id, topic, subscriber, workspace_id) values ($1, $2, $3, $4) on conflict do nothing`;
const NEXT = `select request_id, topic, subscriber, workspace_id, after, all_told, rows from retellings
  where topic = any($1::text[]) order by asked_at, request_id limit 1 for update skip locked`;
const GO_ON = 'update retellings set after = $2, all_told = $3, rows = rows + $4 where request_id = $1';
const END = 'delete from retellings where request_id = $1';
/** Both by the partial index on unsent rows; the first looks only when there is something to tell. */
const BACKLOG =
  'select count(*)::int as rows from (select 1 from outbox where sent_at is null and exists (select 1 from retellings) limit $1) unsent';
const OWN_UNSENT = `select 1 as unsent from outbox where topic = $1 and sent_at is null and event->>'correlationid' = $2 limit 1`;

/** Tells an owner's current rows again to those who asked. */
export class Teller {
  private readonly owners: Map<string, RetellingOwner>;

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    owners: readonly RetellingOwner[],
  ) {
    this.owners = new Map(owners.map((owner) => [owner.topic, owner]));
  }

  /** Notes down what is asked; `wake` is called when there is something to tell. */
  consumer(service: string, wake: () => void): Consumer {
    const note = on(retellingRequested, async (tx, { data }) => {
      if (!this.owners.has(data.topic)) return done;
      await tx.query(ASK, [data.request_id, data.topic, data.subscriber, data.workspace_id]);
      tx.onCommit(wake);
      return done;
    });
    return { name: `${service}.retelling`, commutative: true, subscriptions: [note] };
  }

  /** Tells one batch; true when there is more to do. A retelling goes on where it was, also after a restart. */
  async step(): Promise<boolean> {
    const [backlog] = await this.database.query<{ rows: number }>(BACKLOG, [TELL_LIMITS.unsent]);
    if ((backlog?.rows ?? 0) >= TELL_LIMITS.unsent) return waitAndGoOn();
    const progress = await this.database.tx(async (tx) => {
      const [retelling] = await tx.query<Retelling>(NEXT, [[...this.owners.keys()]]);
      const owner = retelling && this.owners.get(retelling.topic);
      if (!retelling || !owner) return 'none';
      if (!retelling.all_told) return this.tellBatch(tx, owner, retelling);
      return this.tellMarker(tx, owner, retelling);
    });
    return progress === 'wait' ? waitAndGoOn() : progress === 'more';
  }

  private async tellBatch(tx: Transaction, owner: RetellingOwner, retelling: Retelling): Promise<'more'> {
    let rows = 0;
    const write = async (event: EventDefinition, key: string, data: unknown): Promise<void> => {
      rows += 1;
      await this.outbox.append(tx, event, key, data, contextFor(retelling));
    };
    const page = { workspaceId: retelling.workspace_id, after: retelling.after, limit: TELL_LIMITS.batch };
    const next = await owner.tell(tx, page, write);
    if (next !== null && next === retelling.after) throw new Error(`the retelling of ${owner.topic} does not move on from ${next}`);
    await tx.query(GO_ON, [retelling.request_id, next, next === null, rows]);
    return 'more';
  }

  /** The marker is written only when all it ends has been taken by the bus: other keys would let it overtake them. */
  private async tellMarker(tx: Transaction, owner: RetellingOwner, retelling: Retelling): Promise<'more' | 'wait'> {
    const unsent = await tx.query(OWN_UNSENT, [retelling.topic, retelling.request_id]);
    if (unsent.length > 0) return 'wait';
    const { request_id, subscriber, rows } = retelling;
    await this.outbox.append(tx, markerOf(owner.topic), subscriber, { request_id, subscriber, rows }, contextFor(retelling));
    await tx.query(END, [request_id]);
    return 'more';
  }
}

const contextFor = ({ request_id, workspace_id }: Retelling) => ({
  actor: 'system',
  correlation_id: request_id,
  ...(workspace_id === null ? {} : { workspace_id }),
});

const waitAndGoOn = (): Promise<boolean> => new Promise((resolve) => setTimeout(() => resolve(true), TELL_LIMITS.waitMs));
