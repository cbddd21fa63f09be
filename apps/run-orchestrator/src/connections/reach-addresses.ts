import { Injectable } from '@nestjs/common';
import { EgressClient, type EgressOutcome } from '@turnpike/platform-egress';
import { EgressRules } from './egress-rules.js';

export interface Reached {
  readonly reachable: boolean;
  readonly status: number | null;
  readonly message: string;
  readonly egress_rule: string | null;
}

const AT_ONCE = 16;
/** Short: somebody waits, and a provider that is well answers a HEAD at once. */
const HEAD_LIMITS = { totalMs: 4_000, connectMs: 3_000, headersMs: 4_000, responseBytes: 1_024 };

/** Asks each address for its head, without any credential, as runs of this workspace would reach it. */
@Injectable()
export class ReachAddresses {
  constructor(
    private readonly rules: EgressRules,
    private readonly egress: EgressClient,
  ) {}

  /** In the order of `origins`, sixteen at once. */
  async run(workspaceId: string, origins: readonly string[]): Promise<Reached[]> {
    const allow = await this.rules.find(workspaceId);
    const answers: Reached[] = [];
    let next = 0;
    const lane = async (): Promise<void> => {
      for (let at = next++; at < origins.length; at = next++) {
        const origin = origins[at] ?? '';
        answers[at] = judge(origin, await this.egress.send({ method: 'HEAD', url: `${origin}/`, headers: [], allow, limits: HEAD_LIMITS }));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    return answers;
  }
}

function judge(origin: string, outcome: EgressOutcome): Reached {
  if (outcome.outcome === 'answered')
    return { reachable: true, status: outcome.status, message: `answers with status ${outcome.status}`, egress_rule: null };
  const shut = outcome.outcome === 'refused' && outcome.reason === 'address_not_allowed';
  return { reachable: false, status: null, message: outcome.detail, egress_rule: shut ? ruleOf(origin) : null };
}

/** `http://[::1]` → `[::1]:80`. */
function ruleOf(origin: string): string {
  const { hostname, port, protocol } = new URL(origin);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
