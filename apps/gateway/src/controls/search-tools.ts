import { Injectable } from '@nestjs/common';
import { refuse, type toolsSearch } from '@turnpike/contracts';
import type { z } from 'zod';
import { Clients } from '../clients.js';
import type { AdmittedCall } from '../dispatch/call.js';
import { doneWith, refusedWith, type Outcome } from '../dispatch/outcome.js';
import { searchGuidance } from './search-guidance.js';

type Input = z.infer<typeof toolsSearch.input>;

const DEFAULT_LIMIT = 10;
const DEFAULT_DELIVERED = 3;

/** Ranks the workspace's active catalog, then lets the registry mint the turn and deliver from its own rows. */
@Injectable()
export class SearchTools {
  constructor(private readonly clients: Clients) {}

  async run({ caller, context }: AdmittedCall, input: Input): Promise<Outcome> {
    if ((input.goal === undefined) === (input.query_terms === undefined)) return refusedWith(oneQuery(input));
    const scope = input.pack_id ?? null;
    const found = await this.clients.index.search(context, {
      caller,
      text: input.goal ?? null,
      terms: input.query_terms ?? null,
      pack_id: scope,
      limit: input.limit ?? DEFAULT_LIMIT,
    });
    const origin = { goal: input.goal ?? null, query_terms: input.query_terms ?? null, pack_id: scope };
    const ranked = found.hits.map(({ capability_id, owner_workspace_id, score, matched }) => ({
      capability_id,
      owner_workspace_id,
      score,
      matched,
    }));
    const delivered = await this.clients.registry.deliver(context, { caller, origin, ranked, deliver: input.deliver ?? DEFAULT_DELIVERED });
    if (delivered.outcome === 'refused') return refusedWith(delivered.refusal);
    const { turn, ...answer } = delivered.value;
    const guidance = searchGuidance(origin, found);
    return doneWith(
      { ...answer, total: found.total, guidance },
      {
        tool_turn_token: answer.tool_turn_token,
        turn,
        ...(scope && {
          scope: { pack_id: scope, note: `Only the pack ${scope} was searched. The scope narrows the search and grants nothing.` },
        }),
      },
    );
  }
}

function oneQuery(input: Input) {
  const both = input.goal !== undefined;
  const { query_terms: _dropped, ...withGoal } = input;
  return refuse(
    'invalid_request',
    'Give either goal or query_terms.',
    {
      issues: [
        { pointer: both ? '/query_terms' : '/goal', keyword: both ? 'not' : 'required', message: 'exactly one of goal and query_terms' },
      ],
    },
    both
      ? { control: 'tools_search', arguments: withGoal as never, instruction: 'Search by the goal alone.' }
      : { control: null, arguments: {}, instruction: 'Match the published schema of tools_search: give a goal or query_terms.' },
  );
}
