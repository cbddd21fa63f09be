import type { CreditClass, Readiness } from '@turnpike/contracts';

type Reason = Readiness['reasons'][number];

export interface ReadinessFacts {
  readonly permission: string;
  readonly permissionHeld: boolean;
  /** Scopes that the contract requires and the API key lacks. */
  readonly missingScopes: readonly string[];
  readonly providerId: string | null;
  /** State of this workspace's connection to the provider; null where it never had one. */
  readonly connectionState: string | null;
  readonly creditClass: CreditClass;
  readonly priced: boolean;
}

/** Whether a capability can be run by this caller in this workspace, and what stands in the way, gravest first. */
export function readinessOf(facts: ReadinessFacts): Readiness {
  const reasons = [permissionReason(facts), scopeReason(facts), providerReason(facts), priceReason(facts)].filter((each) => each !== null);
  return { ready: reasons.length === 0, reasons };
}

function permissionReason({ permission, permissionHeld }: ReadinessFacts): Reason | null {
  if (permissionHeld) return null;
  return {
    code: 'permission_denied',
    message: `This needs the permission ${permission}, which you do not hold here.`,
    repair: { control: null, arguments: {}, instruction: `Ask an owner for a role that holds ${permission}.` },
  };
}

function scopeReason({ missingScopes }: ReadinessFacts): Reason | null {
  if (missingScopes.length === 0) return null;
  const scopes = missingScopes.join(', ');
  return {
    code: 'scope_missing',
    message: `The API key lacks ${scopes}.`,
    repair: { control: null, arguments: {}, instruction: `Use an API key that has ${scopes}.` },
  };
}

function providerReason({ providerId, connectionState }: ReadinessFacts): Reason | null {
  if (providerId === null || connectionState === 'connected') return null;
  const repair = {
    control: 'integrations_list',
    arguments: {},
    instruction: `Connect ${providerId} ("turnpike connections create ${providerId}"), then search again.`,
  };
  if (connectionState === null)
    return { code: 'provider_missing', message: `The provider ${providerId} was never connected in this workspace.`, repair };
  return {
    code: 'provider_not_connected',
    message: `The provider ${providerId} is not connected in this workspace (${connectionState}).`,
    repair,
  };
}

function priceReason({ creditClass, priced }: ReadinessFacts): Reason | null {
  if (creditClass === 'free' || priced) return null;
  return {
    code: 'price_missing',
    message: 'This capability has no price yet.',
    repair: { control: null, arguments: {}, instruction: "The pack's owner must set its price (prices_set)." },
  };
}
