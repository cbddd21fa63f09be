import { refuse, type Mode, type Refusal } from '@turnpike/contracts';

/** Nothing ever defaults to live: a call that names no mode is answered with those the contract allows. */
export function modeRequired(args: Record<string, unknown>, allowed: readonly Mode[]): Refusal {
  const mode = allowed.includes('dry_run') ? 'dry_run' : (allowed[0] ?? 'dry_run');
  return refuse(
    'mode_required',
    'Every run names its mode; nothing defaults to live.',
    { allowed: [...allowed] },
    {
      control: 'tools_run',
      arguments: { ...args, mode } as never,
      instruction: `Make the same call with a mode; ${mode} changes nothing.`,
    },
  );
}

/** No valid token came with the call. */
export const notFetched = (capabilityId: string): Refusal =>
  refuse(
    'capability_not_fetched',
    `${capabilityId} was not delivered in a tool turn of yours.`,
    { capability_id: capabilityId },
    {
      control: 'tools_get',
      arguments: { capability_id: capabilityId },
      instruction: 'Read the contract, then run it with the token that comes with it.',
    },
  );
