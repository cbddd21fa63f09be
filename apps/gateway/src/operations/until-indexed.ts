import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ServiceUnavailable } from '@turnpike/client';
import { Clients } from '../clients.js';
import type { AdmittedCall } from '../dispatch/call.js';

/** A healthy bus takes milliseconds; beyond this the answer says `pending`. */
const LONGEST_WAIT_MS = 2_000;
const LOOK_EVERY_MS = 20;

interface Published {
  readonly pack_id: string;
  readonly plan: boolean;
  readonly revision: number;
}

/** Says whether the index has heard of a publish, waiting a little for it. */
@Injectable()
export class UntilIndexed {
  constructor(private readonly clients: Clients) {}

  /** The report with `index`: null for a plan. Never fails: what was published stays published when the index is down. */
  async add<T extends Published>(call: AdmittedCall, report: T): Promise<T & { index: { state: string; revision: number } | null }> {
    if (report.plan) return { ...report, index: null };
    const heard = await this.wait(call, report);
    return { ...report, index: { state: heard ? 'indexed' : 'pending', revision: report.revision } };
  }

  private async wait({ caller, context }: AdmittedCall, { pack_id, revision }: Published): Promise<boolean> {
    const asked = { owner_workspace_id: caller.workspace_id, pack_id };
    try {
      for (let waited = 0; waited <= LONGEST_WAIT_MS; waited += LOOK_EVERY_MS) {
        const known = await this.clients.index.packRevision(context, asked);
        if (known.revision >= revision) return true;
        await setTimeout(LOOK_EVERY_MS);
      }
    } catch (error) {
      if (!(error instanceof ServiceUnavailable)) throw error;
    }
    return false;
  }
}
