import { Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { z } from 'zod';
import { OrderedFaults } from '../faults/ordered-faults.js';
import { RememberAnswers } from '../idempotency/remember-answers.js';
import type { FastifyRequest } from '../operation/fastify-types.js';
import { SandboxProblem } from '../operation/problem.js';
import { SandboxState } from '../state/sandbox-state.js';
import { RecordedRequests } from './recorded-requests.js';

const faultOrder = z.strictObject({ route: z.string().max(200), fault: z.string().max(500), times: z.int().min(1).max(1_000).default(1) });

/** Not part of the provider: how a test looks into it and sets it up. */
@Controller('/sandbox')
export class SandboxController {
  constructor(
    private readonly state: SandboxState,
    private readonly recorded: RecordedRequests,
    private readonly answers: RememberAnswers,
    private readonly faults: OrderedFaults,
  ) {}

  @Get('/requests')
  requests(): object {
    return { requests: this.recorded.list() };
  }

  @Post('/faults')
  @HttpCode(204)
  order(@Req() request: FastifyRequest): void {
    const parsed = faultOrder.safeParse(JSON.parse(String(request.body)));
    if (!parsed.success) throw new SandboxProblem(422, 'invalid_input', parsed.error.message);
    this.faults.order(parsed.data.route, parsed.data.fault, parsed.data.times);
  }

  /** Back to the seed: records, remembered answers, ordered faults and recorded requests. */
  @Post('/reset')
  @HttpCode(204)
  reset(): void {
    for (const part of [this.state, this.recorded, this.answers, this.faults]) part.reset();
  }
}
