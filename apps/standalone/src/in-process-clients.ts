import { billingApi, indexApi, orchestratorApi, rbacApi, registryApi } from '@turnpike/contracts';
import { Clients } from '@turnpike/app-gateway';
import { createServiceClient, type PostToService } from '@turnpike/client';
import type { Clock } from '@turnpike/kernel';
import type { RunningService } from '@turnpike/platform-http';
import { signToken, type TokenKey } from '@turnpike/platform-secrets';
import type { ServiceName } from './start-services.js';

const CREDENTIAL_MS = 60_000;
/** Signed anew when less than this is left. */
const RENEW_MS = 30_000;

/** The typed clients of the gateway, handing each request to the service's HTTP handlers without a socket. */
export function inProcessClients(
  services: Readonly<Record<ServiceName, RunningService>>,
  keys: readonly TokenKey[],
  clock: Clock,
): Clients {
  const credential = serviceCredentials(keys, clock);
  const post =
    (name: ServiceName): PostToService =>
    (path, body, headers, deadline) =>
      within(services[name].inject(path, body, headers), deadline - clock.now());
  return {
    rbac: createServiceClient(rbacApi, post('rbac'), credential),
    registry: createServiceClient(registryApi, post('registry'), credential),
    index: createServiceClient(indexApi, post('index'), credential),
    billing: createServiceClient(billingApi, post('billing'), credential),
    orchestrator: createServiceClient(orchestratorApi, post('orchestrator'), credential),
  };
}

function serviceCredentials(keys: readonly TokenKey[], clock: Clock): (service: string) => string {
  const [key] = keys;
  if (!key) throw new Error('there is no key for service credentials');
  const kept = new Map<string, { token: string; until: number }>();
  return (service) => {
    const now = clock.now();
    const known = kept.get(service);
    if (known && known.until - now > RENEW_MS) return known.token;
    const until = now + CREDENTIAL_MS;
    const token = signToken(key, { aud: service, iss: 'gateway', exp: until });
    kept.set(service, { token, until });
    return token;
  };
}

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the deadline has passed')), Math.max(ms, 0));
    timer.unref();
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
