import type { Contract } from '@turnpike/contracts';

/** The workspace that publishes the platform's own packs. It has no members and is never listed. */
export const PLATFORM_WORKSPACE = 'ws_platform';

const creditBalance: Contract = {
  capability_id: 'credits.balance.read',
  pack_id: 'credits',
  title: 'Read the credit balance',
  summary: "Reads this workspace's credit balance: what it has, what is held for runs, what is left to spend.",
  description: 'Answers the balance of the workspace that makes the call, in credits as decimal text. Changes nothing and costs nothing.',
  input_schema: { type: 'object', properties: {}, additionalProperties: false },
  output_schema: {
    type: 'object',
    properties: {
      balance: { type: 'string', description: 'Credits that the workspace has.' },
      held: { type: 'string', description: 'Credits set aside for runs that are not over.' },
      available: { type: 'string', description: 'Balance less what is held.' },
    },
    required: ['balance', 'held', 'available'],
    additionalProperties: false,
  },
  scopes: ['credits:read'],
  permission: 'capabilities.run.read_only',
  action_policy: 'read_only',
  policy_assumed: false,
  cost: { class: 'free', charge_on: 'success' },
  async: { kind: 'sync', start_within_ms: 60_000, longest_ms: 60_000, repeatable: true },
  modes: ['smoke_test', 'dry_run', 'live'],
  executor: { kind: 'builtin', read: 'credit_balance' },
  provider: null,
  composite: null,
  web_url: null,
  goals: ['read the credit balance of this workspace', 'how many credits are left', 'check remaining credits before a paid run'],
  deprecated: false,
};

export interface BuiltinPack {
  readonly packId: string;
  readonly title: string;
  readonly description: string;
  readonly contracts: readonly Contract[];
}

/** Packs that every workspace has from the start. */
export const BUILTIN_PACKS: readonly BuiltinPack[] = [
  {
    packId: 'credits',
    title: 'Credits',
    description: "The workspace's own credits: balance and what is held.",
    contracts: [creditBalance],
  },
];
