import { LIMITS, toolsGet, toolsRun, type Envelope } from '@turnpike/contracts';
import type { TurnpikeClient } from '@turnpike/sdk';
import type { Command } from 'commander';
import { printAnswer } from '../output/print-answer.js';
import { withProgress } from '../output/progress.js';
import { connect } from '../profile/connect.js';
import { readJson } from './fields.js';

interface RunOptions {
  readonly mode?: string;
  readonly params?: string;
  readonly param: Record<string, unknown>;
  readonly turnToken?: string;
  readonly maxCredits?: string;
  readonly idempotencyKey?: string;
  readonly wait: boolean;
  readonly timeout: string;
}

const WAIT_SECONDS = '120';

/** Runs a capability: reads its contract first when no turn token is given, then waits for the run to end. */
export function addRun(command: Command): void {
  command
    .description(toolsRun.summary)
    .argument('<capability_id>')
    .option('--mode <mode>', 'smoke_test | dry_run | live; nothing defaults to live')
    .option('--params <json>', 'the parameter object as JSON, or @file')
    .option('-p, --param <name=value>', 'one parameter; JSON where it reads as JSON, else text; may be repeated', collect, {})
    .option('--turn-token <token>', 'the token of the turn that delivered the contract; without it the contract is read first')
    .option('--max-credits <credits>', 'the most this call may cost')
    .option('--idempotency-key <key>', 'the same key is the same run')
    .option('--no-wait', 'answer at once with the run')
    .option('--timeout <seconds>', 'how long to wait for the run to end', WAIT_SECONDS)
    .action(async (capabilityId: string) => {
      const connected = connect(command, 'key');
      const work = run(connected.client, capabilityId, command.opts<RunOptions>());
      const envelope = await withProgress(`running ${capabilityId}`, connected, work);
      process.exitCode = printAnswer(toolsRun.name, envelope, connected);
    });
}

async function run(client: TurnpikeClient, capabilityId: string, options: RunOptions): Promise<Envelope> {
  const token = await tokenFor(client, capabilityId, options);
  if (typeof token !== 'string') return token;
  const waitMs = options.wait ? Math.min(Math.max(Number(options.timeout) || 0, 0) * 1000, LIMITS.waitMs) : 0;
  const params = {
    ...(options.params === undefined ? {} : (readJson('--params', options.params) as Record<string, unknown>)),
    ...options.param,
  };
  const { envelope } = await client.call(toolsRun, {
    capability_id: capabilityId,
    params,
    mode: options.mode,
    tool_turn_token: token,
    max_credits: options.maxCredits,
    idempotency_key: options.idempotencyKey,
    ...(options.mode === 'live' && { wait_ms: waitMs }),
  });
  return envelope;
}

async function tokenFor(client: TurnpikeClient, capabilityId: string, options: RunOptions): Promise<string | Envelope> {
  if (options.turnToken !== undefined) return options.turnToken;
  const { envelope } = await client.call(toolsGet, { capability_id: capabilityId });
  return envelope.ok ? (envelope.meta.tool_turn_token ?? envelope) : envelope;
}

function collect(pair: string, kept: Record<string, unknown>): Record<string, unknown> {
  const at = pair.indexOf('=');
  if (at < 1) throw new Error(`--param wants name=value, not ${pair}`);
  return { ...kept, [pair.slice(0, at)]: plainOrJson(pair.slice(at + 1)) };
}

function plainOrJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
