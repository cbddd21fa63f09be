import type { Contract } from '@turnpike/contracts';
import { fillWebUrl, renderStoredAnswer } from '@turnpike/domain-runs';
import { toRunView, type RunRow } from './run-row.js';

/** The envelope that ends a run: the app object's address where the contract gives one, else the run's own. */
export function answerOf(row: RunRow, contract: Contract | null): string {
  const page = `${row.web_url_base}/v1/runs/${row.run_id}`;
  const ended = new Date(row.ended_at ?? row.created_at).getTime();
  return renderStoredAnswer({
    run: toRunView(row),
    requestId: row.request_id,
    workspaceId: row.workspace_id,
    webUrl: fillWebUrl(contract?.web_url ?? null, row.result) ?? page,
    tookMs: ended - new Date(row.created_at).getTime(),
  });
}
