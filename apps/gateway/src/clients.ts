import type { billingApi, indexApi, orchestratorApi, rbacApi, registryApi } from '@turnpike/contracts';
import type { ServiceClient } from '@turnpike/client';

/** Typed calls to the five services behind the gateway. */
export abstract class Clients {
  abstract readonly rbac: ServiceClient<typeof rbacApi>;
  abstract readonly registry: ServiceClient<typeof registryApi>;
  abstract readonly index: ServiceClient<typeof indexApi>;
  abstract readonly billing: ServiceClient<typeof billingApi>;
  abstract readonly orchestrator: ServiceClient<typeof orchestratorApi>;
}
