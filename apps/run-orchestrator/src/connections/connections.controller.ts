import { Controller } from '@nestjs/common';
import { orchestratorApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { ServiceBody, ServiceRoute } from '@turnpike/platform-http';
import { AuthorizeConnection } from '../oauth/authorize-connection.js';
import { ChangeConnection } from './change-connection.js';
import { ConnectionStore, toConnectionView } from './connection.store.js';
import { EgressRules } from './egress-rules.js';
import { ReachAddresses } from './reach-addresses.js';
import { TestConnection } from './test-connection.js';

type Request<K extends keyof typeof orchestratorApi> = ServiceRequest<(typeof orchestratorApi)[K]>;
type Answer<K extends keyof typeof orchestratorApi> = Promise<ServiceResponse<(typeof orchestratorApi)[K]>>;

@Controller()
export class ConnectionsController {
  constructor(
    private readonly store: ConnectionStore,
    private readonly changing: ChangeConnection,
    private readonly testing: TestConnection,
    private readonly rules: EgressRules,
    private readonly reaching: ReachAddresses,
    private readonly authorizing: AuthorizeConnection,
  ) {}

  @ServiceRoute(orchestratorApi.listConnections)
  async list(@ServiceBody(orchestratorApi.listConnections) { caller }: Request<'listConnections'>): Answer<'listConnections'> {
    return { outcome: 'done', value: { connections: (await this.store.list(caller.workspace_id)).map(toConnectionView) } };
  }

  @ServiceRoute(orchestratorApi.createConnection)
  create(@ServiceBody(orchestratorApi.createConnection) request: Request<'createConnection'>): Answer<'createConnection'> {
    return this.changing.create(request);
  }

  @ServiceRoute(orchestratorApi.authorizeConnection)
  authorize(
    @ServiceBody(orchestratorApi.authorizeConnection) { caller, idempotency_key: key, input }: Request<'authorizeConnection'>,
  ): Answer<'authorizeConnection'> {
    return this.authorizing.run(caller, key, input);
  }

  @ServiceRoute(orchestratorApi.testConnection)
  test(@ServiceBody(orchestratorApi.testConnection) { caller, input }: Request<'testConnection'>): Answer<'testConnection'> {
    return this.testing.run(caller, input);
  }

  @ServiceRoute(orchestratorApi.reach)
  async reach(@ServiceBody(orchestratorApi.reach) { caller, origins }: Request<'reach'>): Answer<'reach'> {
    return { answers: await this.reaching.run(caller.workspace_id, origins) };
  }

  @ServiceRoute(orchestratorApi.disconnect)
  disconnect(
    @ServiceBody(orchestratorApi.disconnect) { caller, idempotency_key: key, input }: Request<'disconnect'>,
  ): Answer<'disconnect'> {
    return this.changing.disconnect(caller, key, input.provider_id);
  }

  @ServiceRoute(orchestratorApi.listEgress)
  async listEgress(@ServiceBody(orchestratorApi.listEgress) { caller }: Request<'listEgress'>): Answer<'listEgress'> {
    return { outcome: 'done', value: { allow: await this.rules.find(caller.workspace_id) } };
  }

  @ServiceRoute(orchestratorApi.setEgress)
  setEgress(@ServiceBody(orchestratorApi.setEgress) { caller, idempotency_key: key, input }: Request<'setEgress'>): Answer<'setEgress'> {
    return this.rules.set(caller, key, input.allow);
  }
}
