import { goalReached, runMoved } from '@turnpike/contracts';
import { contextOf, done, onMany, type Consumer, type Outbox } from '@turnpike/platform-messaging';

/** Runs in one transaction: most of them tell nothing. */
const TOGETHER = 64;

/** Which of these runs' turns began with a search for a goal and delivered what then ran; plan: by the primary keys. */
const REACHED = {
  name: 'goals-reached',
  text: `select r.at, t.workspace_id, d.owner_workspace_id, d.pack_id, d.capability_id, t.goal
           from unnest($1::int[], $2::text[], $3::text[], $4::text[]) as r (at, workspace_id, turn_id, capability_id)
           join turns t on t.turn_id = r.turn_id and t.workspace_id = r.workspace_id and t.goal is not null
           join turn_deliveries d on d.turn_id = t.turn_id and d.capability_id = r.capability_id
          order by r.at`,
};

type Reached = { at: number; workspace_id: string; owner_workspace_id: string; pack_id: string; capability_id: string; goal: string };

/** Tells which goal a run that succeeded was searched by: the run knows its turn, the turn knows the goal. */
export const reachedGoalsConsumer = (outbox: Outbox): Consumer => ({
  name: 'registry.reached-goals',
  commutative: true,
  together: TOGETHER,
  subscriptions: [
    onMany(runMoved, async (tx, events) => {
      const runs = events.filter(({ data }) => data.state === 'succeeded');
      if (runs.length === 0) return done;
      const columns = [
        runs.map((_, at) => at),
        ...(['workspace_id', 'turn_id', 'capability_id'] as const).map((name) => runs.map(({ data }) => data[name])),
      ];
      for (const { at, ...reached } of await tx.query<Reached>(REACHED, columns))
        await outbox.append(tx, goalReached, reached.workspace_id, reached, contextOf(runs[at]!.envelope));
      return done;
    }),
  ],
});
