import { toolsGet, toolsRun, type Envelope } from '@turnpike/contracts';
import type { PackFolder } from '@turnpike/domain-packs';
import type { TurnpikeClient } from '@turnpike/sdk';

export interface TriedExample {
  readonly capability_id: string;
  readonly title: string;
  readonly file: string;
  readonly passed: boolean;
  /** Why it did not pass; empty where it did. */
  readonly reason: string;
}

/** The refusal that stops a test before any example is judged, or every example with its verdict. */
export type TriedExamples =
  { readonly ok: true; readonly tried: readonly TriedExample[] } | { readonly ok: false; readonly envelope: Envelope };

const STOP = new Set(['unauthenticated', 'permission_denied', 'scope_missing', 'rate_limited', 'unavailable', 'internal']);

/**
 * Tries every example of a folder as a smoke test against the contract that is published: nothing is written and no provider is asked. An
 * example passes where its parameters fit the contract, or with `expect: invalid` where they do not.
 */
export async function tryExamples(client: TurnpikeClient, folder: PackFolder): Promise<TriedExamples> {
  const tried: TriedExample[] = [];
  for (const { file, value } of folder.examples) {
    const got = (await client.call(toolsGet, { capability_id: value.capability })).envelope;
    if (!got.ok && STOP.has(got.error.code)) return { ok: false, envelope: got };
    for (const example of value.examples) {
      const answer = got.ok ? await smokeTest(client, value.capability, example.params, got.meta.tool_turn_token) : got;
      if (!answer.ok && STOP.has(answer.error.code)) return { ok: false, envelope: answer };
      const reason = judge(answer, example.expect);
      tried.push({ capability_id: value.capability, title: example.title, file: file.path, passed: reason === '', reason });
    }
  }
  return { ok: true, tried };
}

async function smokeTest(client: TurnpikeClient, id: string, params: object, token: string | undefined): Promise<Envelope> {
  const args = { capability_id: id, params, mode: 'smoke_test', tool_turn_token: token };
  return (await client.call(toolsRun, args)).envelope;
}

function judge(answer: Envelope, expected: 'valid' | 'invalid'): string {
  if (!answer.ok) return `${answer.error.code}: ${answer.error.message}`;
  const { input_valid: valid, issues } = answer.data as { input_valid: boolean; issues: { pointer: string; message: string }[] };
  if (valid === (expected === 'valid')) return '';
  return valid ? 'the contract takes it, and should not' : issues.map(({ pointer, message }) => `${pointer || '/'} ${message}`).join('; ');
}
