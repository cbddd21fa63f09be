import { refuse, type Refusal } from '@turnpike/contracts';
import { GRANTS } from '@turnpike/domain-access';

/** A refusal that only a person can repair: no control to call, but what to do. */
const forPerson = (instruction: string): { control: null; arguments: Record<string, never>; instruction: string } => ({
  control: null,
  arguments: {},
  instruction,
});

/** One field is wrong or missing. `pointer` is a JSON Pointer into the input. */
export function invalidField(pointer: string, keyword: string, message: string, allowed?: readonly string[]): Refusal {
  const issue = { pointer, keyword, message, ...(allowed ? { allowed: [...allowed] } : {}) };
  return refuse('invalid_request', message, { issues: [issue] }, forPerson('Mend the fields that details.issues lists.'));
}

export function permissionDenied(permission: string): Refusal {
  const roles = [...GRANTS.holders(permission)];
  const instruction = `Ask an owner of this workspace for a role that holds it: ${roles.join(', ')}.`;
  return refuse('permission_denied', `This needs the permission ${permission}.`, { permission, roles }, forPerson(instruction));
}

/** The caller would hand out, or change one who holds, what the caller does not hold. */
export const exceedsOwn = (message: string, missing: readonly string[]): Refusal =>
  refuse('permission_denied', message, { permissions: [...missing] }, forPerson('Ask an owner of this workspace to do it.'));

export const notFound = (message: string): Refusal => refuse('not_found', message, {}, forPerson('List what there is and choose from it.'));

export const conflict = (message: string, instruction: string): Refusal => refuse('conflict', message, {}, forPerson(instruction));

export const limitReached = (limit: string, most: number): Refusal =>
  refuse('conflict', `The limit is ${most} ${limit}.`, { limit, most }, forPerson('Remove what is not needed any more.'));

export const signInFailed = (): Refusal =>
  refuse(
    'unauthenticated',
    'That code, or that email and password, does not open an account.',
    {},
    forPerson('Check what you typed. A code works once, for 24 hours; an owner can add you again for a new one.'),
  );

/** Too many tries; `waitMs` is the rest of the window. */
export function tooManyTries(waitMs: number): Refusal {
  const seconds = Math.ceil(waitMs / 1000);
  return refuse(
    'rate_limited',
    'Too many sign-in tries.',
    { retry_after_s: seconds },
    forPerson(`Wait ${seconds} seconds, then try again.`),
  );
}

export const ownerSessionRequired = (message: string): Refusal =>
  refuse('owner_session_required', message, {}, forPerson('Sign in again as a person; an API key can never do this.'));

export const credentialEnded = (): Refusal =>
  refuse('unauthenticated', 'This session is not live any more.', {}, forPerson('Sign in again.'));

export const idempotencyKeyRequired = (): Refusal =>
  refuse('idempotency_key_required', 'This action needs an idempotency key.', {}, forPerson('Send the same call with an Idempotency-Key.'));

export const idempotencyConflict = (): Refusal =>
  refuse(
    'idempotency_conflict',
    'This idempotency key was used for another action or other arguments.',
    {},
    forPerson('Use a new idempotency key.'),
  );
