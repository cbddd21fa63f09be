import { Controller, Inject } from '@nestjs/common';
import { LIMITS, registryApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { toTimestamp, type Clock } from '@turnpike/kernel';
import { ServiceBody, ServiceRoute } from '@turnpike/platform-http';
import { DeliverSearch } from '../delivery/deliver-search.js';
import { GetCapability } from '../delivery/get-capability.js';
import { ObserveMoved } from '../redeem/observe-moved.js';
import { RedeemTurn } from '../redeem/redeem-turn.js';
import { TurnStore, type TurnRow } from './turn.store.js';

type Answer<K extends keyof typeof registryApi> = Promise<ServiceResponse<(typeof registryApi)[K]>>;
const DEFAULT_PAGE = 50;

@Controller()
export class TurnsController {
  constructor(
    private readonly delivering: DeliverSearch,
    private readonly getting: GetCapability,
    private readonly redeeming: RedeemTurn,
    private readonly observing: ObserveMoved,
    private readonly turns: TurnStore,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  @ServiceRoute(registryApi.deliver)
  deliver(@ServiceBody(registryApi.deliver) request: ServiceRequest<typeof registryApi.deliver>): Answer<'deliver'> {
    return this.delivering.run(request);
  }

  @ServiceRoute(registryApi.get)
  get(@ServiceBody(registryApi.get) request: ServiceRequest<typeof registryApi.get>): Answer<'get'> {
    return this.getting.run(request);
  }

  @ServiceRoute(registryApi.redeem)
  redeem(@ServiceBody(registryApi.redeem) request: ServiceRequest<typeof registryApi.redeem>): Answer<'redeem'> {
    return this.redeeming.run(request, true);
  }

  @ServiceRoute(registryApi.inspect)
  inspect(@ServiceBody(registryApi.inspect) request: ServiceRequest<typeof registryApi.inspect>): Answer<'inspect'> {
    return this.redeeming.run(request, false);
  }

  @ServiceRoute(registryApi.observe)
  observe(@ServiceBody(registryApi.observe) request: ServiceRequest<typeof registryApi.observe>): Answer<'observe'> {
    return this.observing.run(request);
  }

  @ServiceRoute(registryApi.listTurns)
  async list(@ServiceBody(registryApi.listTurns) { caller, input }: ServiceRequest<typeof registryApi.listTurns>): Answer<'listTurns'> {
    const limit = Math.min(input.limit ?? DEFAULT_PAGE, LIMITS.pageItems);
    const rows = await this.turns.list(caller.workspace_id, input.cursor ?? null, limit);
    const next = rows.length === limit ? (rows.at(-1)?.turn_id ?? null) : null;
    return { outcome: 'done', value: { items: rows.map((row) => toView(row, this.clock.now())), next_cursor: next } };
  }

  @ServiceRoute(registryApi.retireTurn)
  async retire(
    @ServiceBody(registryApi.retireTurn) { caller, input }: ServiceRequest<typeof registryApi.retireTurn>,
  ): Answer<'retireTurn'> {
    return { outcome: 'done', value: { turn_id: input.turn_id, retired: await this.turns.end(caller.workspace_id, input.turn_id) } };
  }
}

const toView = (row: TurnRow, now: number) => ({
  turn_id: row.turn_id,
  principal_id: row.principal_id,
  state:
    row.state === 'retired'
      ? ('retired' as const)
      : row.state === 'ended' || row.expires_at.getTime() <= now
        ? ('expired' as const)
        : ('open' as const),
  minted_at: toTimestamp(row.minted_at.getTime()),
  expires_at: toTimestamp(row.expires_at.getTime()),
  goal: row.goal,
  capabilities: row.capabilities,
  change: row.change?.[0] ?? null,
});
