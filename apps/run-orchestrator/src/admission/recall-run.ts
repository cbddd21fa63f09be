import { Injectable } from '@nestjs/common';
import type { orchestratorApi, ServiceRequest, ServiceResponse } from '@turnpike/contracts';
import { Database } from '@turnpike/platform-persistence';
import { idempotencyConflict } from './create-run.js';

const RECALL = {
  name: 'orchestrator-recall',
  text: 'select run_id, fingerprint from run_keys where workspace_id = $1 and principal_id = $2 and key = $3',
};

/** What an idempotency key already stands for. Only admitted runs are recorded, never a refusal. */
@Injectable()
export class RecallRun {
  constructor(private readonly db: Database) {}

  async run({
    caller,
    idempotency_key: key,
    fingerprint,
  }: ServiceRequest<typeof orchestratorApi.recall>): Promise<ServiceResponse<typeof orchestratorApi.recall>> {
    const [row] = await this.db.query<{ run_id: string; fingerprint: string }>(RECALL, [caller.workspace_id, caller.principal_id, key]);
    if (!row) return { outcome: 'unknown_key' };
    return row.fingerprint === fingerprint
      ? { outcome: 'known', run_id: row.run_id }
      : { outcome: 'refused', refusal: idempotencyConflict(key) };
  }
}
