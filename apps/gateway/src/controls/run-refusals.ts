import { LIMITS, refuse, type Mode, type Refusal } from '@turnpike/contracts';

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

export function paramsTooLarge(): Refusal {
  const message = `params may have ${LIMITS.paramsBytes} bytes.`;
  const issues = [{ pointer: '/params', keyword: 'maxLength', message }];
  return refuse(
    'invalid_request',
    message,
    { issues, limit: LIMITS.paramsBytes },
    { control: null, arguments: {}, instruction: 'Send less in one call.' },
  );
}
