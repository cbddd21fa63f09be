import { Controller } from '@nestjs/common';
import { orchestratorApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { ServiceBody, ServiceRoute } from '@turnpike/platform-http';
import { CreateRun } from '../admission/create-run.js';
import { RecallRun } from '../admission/recall-run.js';
import { PreviewRun } from '../previews/preview-run.js';
import { CancelRun } from './cancel-run.js';
import { ReadRuns } from './read-runs.js';

type Request<K extends keyof typeof orchestratorApi> = ServiceRequest<(typeof orchestratorApi)[K]>;
type Answer<K extends keyof typeof orchestratorApi> = Promise<ServiceResponse<(typeof orchestratorApi)[K]>>;

@Controller()
export class RunsController {
  constructor(
    private readonly recalling: RecallRun,
    private readonly creating: CreateRun,
    private readonly previewing: PreviewRun,
    private readonly reading: ReadRuns,
    private readonly cancelling: CancelRun,
  ) {}

  @ServiceRoute(orchestratorApi.recall)
  recall(@ServiceBody(orchestratorApi.recall) request: Request<'recall'>): Answer<'recall'> {
    return this.recalling.run(request);
  }

  @ServiceRoute(orchestratorApi.create)
  create(@ServiceBody(orchestratorApi.create) request: Request<'create'>): Answer<'create'> {
    return this.creating.run(request);
  }

  @ServiceRoute(orchestratorApi.preview)
  preview(@ServiceBody(orchestratorApi.preview) request: Request<'preview'>): Answer<'preview'> {
    return this.previewing.run(request);
  }

  @ServiceRoute(orchestratorApi.wait)
  wait(@ServiceBody(orchestratorApi.wait) { caller, run_id: runId, wait_ms: waitMs }: Request<'wait'>): Answer<'wait'> {
    return this.reading.wait(caller, runId, waitMs);
  }

  @ServiceRoute(orchestratorApi.getRun)
  get(@ServiceBody(orchestratorApi.getRun) { caller, input }: Request<'getRun'>): Answer<'getRun'> {
    return this.reading.get(caller, input.run_id);
  }

  @ServiceRoute(orchestratorApi.listRuns)
  list(@ServiceBody(orchestratorApi.listRuns) { caller, input }: Request<'listRuns'>): Answer<'listRuns'> {
    return this.reading.list(caller, input);
  }

  @ServiceRoute(orchestratorApi.events)
  events(@ServiceBody(orchestratorApi.events) { caller, run_id: runId, after, wait_ms: waitMs }: Request<'events'>): Answer<'events'> {
    return this.reading.events(caller, runId, after, waitMs);
  }

  @ServiceRoute(orchestratorApi.cancelRun)
  cancel(@ServiceBody(orchestratorApi.cancelRun) { caller, input }: Request<'cancelRun'>): Answer<'cancelRun'> {
    return this.cancelling.run(caller, input);
  }
}
