import { LIMITS, refuse, type Authenticated, type CallDefinition, type Operation, type Refusal } from '@turnpike/contracts';
import { permissionDenied } from '@turnpike/domain-admission';
import type { IncomingCall } from '../dispatch/call.js';

/** What a definition asks of its caller before any argument is looked at. Null lets it pass. */
export function checkAuthority(
  call: IncomingCall,
  principal: Authenticated,
  holders: (permission: string) => readonly string[],
  now: number,
): Refusal | null {
  const { definition } = call;
  const operation = 'owner' in definition ? (definition as Operation) : null;
  return (operation?.owner ? refuseOwnerAction(call, principal, now) : null) ?? refusePermission(definition, principal, holders);
}

function refuseOwnerAction(call: IncomingCall, principal: Authenticated, now: number): Refusal | null {
  if (principal.signed_in_at === null) return ownerSession(`${call.definition.name} is an owner action: an API key can never do it.`);
  if (now - principal.signed_in_at > LIMITS.ownerSessionMs) return ownerSession('This session signed in more than 10 minutes ago.');
  if (call.idempotencyKey !== null) return null;
  return refuse(
    'idempotency_key_required',
    `${call.definition.name} is an owner action: give it an idempotency key.`,
    {},
    {
      control: null,
      arguments: {},
      instruction: 'Send the same call with an Idempotency-Key header of your making, and the same key if you repeat it.',
    },
  );
}

const ownerSession = (message: string): Refusal =>
  refuse(
    'owner_session_required',
    message,
    {},
    { control: null, arguments: {}, instruction: 'Sign in as an owner (turnpike login), then repeat the call within 10 minutes.' },
  );

function refusePermission(
  definition: CallDefinition,
  principal: Authenticated,
  holders: (permission: string) => readonly string[],
): Refusal | null {
  const { permission } = definition;
  if (permission === null || principal.permissions.includes(permission)) return null;
  return permissionDenied(permission, holders(permission));
}
