import * as z from 'zod';

/** `crm`: the readable name of a pack. */
export const packId = z
  .string()
  .regex(/^[a-z][a-z0-9_]{1,39}$/, 'a pack id: a lower-case letter, then letters, digits or _, 2 to 40 characters');

/** `crm.contacts.create`: pack, noun, verb. Nouns and verbs are lower-case words joined by `_`. */
export const capabilityId = z
  .string()
  .max(160)
  .regex(/^[a-z][a-z0-9_]{1,39}\.[a-z][a-z0-9_]{0,79}\.[a-z][a-z0-9_]{0,79}$/, 'a capability id: pack.noun.verb');

export const providerId = z.string().regex(/^[a-z][a-z0-9_-]{1,59}$/, 'a provider id: lower-case letters, digits, _ or -');

/** A permission is a dotted name that rbac defines, e.g. `capabilities.run.read_only`. */
export const permissionName = z
  .string()
  .max(120)
  .regex(/^[a-z_]+(\.[a-z_]+)+$/, 'a permission: dotted lower-case words');

/** A scope of an API key: `*`, `crm:*`, `crm:read`. */
export const scopeName = z
  .string()
  .max(120)
  .regex(/^(\*|[a-z][a-z0-9_]*:(\*|[a-z][a-z0-9_]*))$/, 'a scope: *, pack:* or pack:word');

export const mode = z.enum(['smoke_test', 'dry_run', 'live']);
export type Mode = z.infer<typeof mode>;

/** The consequence of running a capability live, from harmless to grave. */
export const actionPolicy = z.enum([
  'read_only',
  'internal_reversible',
  'internal_irreversible',
  'sending',
  'publishing',
  'enrolling',
  'activating',
  'test_running',
  'owner',
]);
export type ActionPolicy = z.infer<typeof actionPolicy>;

export const creditClass = z.enum(['free', 'action']);
export type CreditClass = z.infer<typeof creditClass>;

export const packState = z.enum(['draft', 'live', 'deprecated', 'withdrawn']);
export type PackState = z.infer<typeof packState>;
