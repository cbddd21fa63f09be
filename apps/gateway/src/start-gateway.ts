import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { actionPolicy, CONTROLS, LIMITS, OPERATIONS } from '@turnpike/contracts';
import { compareSources } from '@turnpike/domain-access';
import { newId, type Clock } from '@turnpike/kernel';
import { EgressClient } from '@turnpike/platform-egress';
import type { EventTransport } from '@turnpike/platform-messaging';
import type { TokenKey } from '@turnpike/platform-secrets';
import type { Logger } from '@turnpike/platform-telemetry';
import type { Server } from 'node:http';
import { AccessCache } from './access/access-cache.js';
import { PermissionHolders } from './access/permission-holders.js';
import { GatewayModule } from './app.module.js';
import type { Clients } from './clients.js';
import { Handlers } from './dispatch/handlers.js';
import { CatalogChanges } from './doors/mcp/controls/catalog-changes.js';
import { ControlTools } from './doors/mcp/controls/control-tools.js';
import { McpDoor } from './doors/mcp/mcp-door.js';
import { Sessions } from './doors/mcp/rev-2025-11-25/session.js';
import { OpenStreams } from './doors/open-streams.js';
import { RestDoor } from './doors/rest/rest-door.js';
import { UnknownPathFilter } from './doors/rest/unknown-path.filter.js';
import type { GatewaySettings } from './settings.js';

export interface GatewayOptions {
  readonly clients: Clients;
  readonly transport: EventTransport;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: GatewaySettings;
  /** What MCP sessions are signed with, the first; all are accepted. */
  readonly sessionKeys: readonly TokenKey[];
  readonly listen: { readonly host: string; readonly port: number };
}

export interface RunningGateway {
  readonly url: string;
  /** Takes no new call, lets those under way finish, lets go of everything. */
  close(): Promise<void>;
}

const CHECK_MS = 10_000;
/** What is under way when the gateway closes has this long to end. */
const DRAIN_MS = 5_000;

/** Starts the gateway and listens. Refuses to start when a definition asks for a permission that rbac does not know (F19). */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { clients, transport, clock, logger, listen } = options;
  const settings = { ...options.settings };
  const access = new AccessCache(clock);
  const changes = new CatalogChanges();
  const subscriptions = [await access.subscribe(transport, 'gateway.access', logger), await changes.subscribe(transport, logger)];
  const egress = new EgressClient({ allow: [...settings.importAllow] });
  const adapter = new FastifyAdapter({
    routerOptions: { maxParamLength: 400 },
    // Left out it would be no limit: whoever sends half a body, with no credential, would hold a connection for ever.
    requestTimeout: LIMITS.requestMs,
    http: { headersTimeout: LIMITS.requestMs / 2, connectionsCheckingInterval: LIMITS.requestMs / 4 },
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    GatewayModule.with({ clients, access, changes, egress, settings, clock, logger }),
    adapter,
    { logger: false, abortOnError: false, bodyParser: false },
  );
  app.useGlobalFilters(new UnknownPathFilter(app.get(RestDoor)));
  const fastify = app.getHttpAdapter().getInstance() as never;
  app.get(RestDoor).mount(fastify);
  mcpDoor(app, options, () => settings.publicUrl).mount(fastify);
  await app.init();
  checkHandlers(app.get(Handlers));
  await checkPermissions(app.get(PermissionHolders), clock);
  await app.listen(listen.port, listen.host);
  const url = await app.getUrl();
  settings.publicUrl ||= url;
  return {
    url,
    close: async () => {
      // A connection on which nothing was ever asked does not count as idle, and a waiting call may wait for minutes.
      const cut = setTimeout(() => (app.getHttpServer() as Server).closeAllConnections(), DRAIN_MS);
      await app.close().finally(() => clearTimeout(cut));
      for (const subscription of subscriptions) await subscription.close();
      await egress.close();
    },
  };
}

function mcpDoor(app: NestFastifyApplication, { sessionKeys, clock, logger }: GatewayOptions, publicUrl: () => string): McpDoor {
  return new McpDoor({
    path: '/mcp',
    tools: app.get(ControlTools),
    sessions: new Sessions(sessionKeys, clock),
    streams: app.get(OpenStreams),
    publicUrl,
    onFailure: (error) => logger.error({ err: error }, 'an MCP request failed'),
  });
}

function checkHandlers(handlers: Handlers): void {
  const defined: string[] = [...CONTROLS, ...OPERATIONS].map(({ name }) => name).sort();
  const handled = handlers.names().sort();
  const missing = defined.filter((name) => !handled.includes(name));
  const surplus = handled.filter((name) => !defined.includes(name));
  if (missing.length + surplus.length > 0)
    throw new Error(
      `definitions without a handler: ${missing.join(', ') || 'none'}; handlers without a definition: ${surplus.join(', ') || 'none'}`,
    );
}

/** F19: what definitions and action policies ask for, and what rbac grants, are read from two places and must agree. */
async function checkPermissions(holders: PermissionHolders, clock: Clock): Promise<void> {
  const known = await holders.load({ request_id: newId('req'), deadline: clock.now() + CHECK_MS });
  const asked = [...CONTROLS, ...OPERATIONS].flatMap(({ name, permission }) => (permission === null ? [] : [{ where: name, permission }]));
  const policies = actionPolicy.options.map((policy) => ({ where: `action policy ${policy}`, permission: `capabilities.run.${policy}` }));
  const mismatches = compareSources([...asked, ...policies], known);
  if (mismatches.length > 0)
    throw new Error(`definitions and rbac disagree on permissions: ${mismatches.map(({ message }) => message).join('; ')}`);
}
