import { setImmediate } from 'node:timers/promises';
import { LIMITS, refuse, type Contract, type Issue, type Refusal } from '@turnpike/contracts';
import { checkOffer } from '@turnpike/domain-catalog';
import { safetyErrors, shownOf, type TextFinding } from '@turnpike/domain-packs';
import { vetSchemas } from '@turnpike/platform-schema';
import type { PublishRequest } from './publish-request.js';

const MOST_ISSUES = 50;
/** Contracts looked at before other requests get their turn. */
const AT_ONCE = 25;

/** What is wrong with an offer by itself. */
export function refuseOffer({ pack, contracts }: PublishRequest): Refusal | null {
  if (contracts.length > LIMITS.importOperations)
    return broken(`a publish takes ${LIMITS.importOperations} contracts.`, [
      { pointer: '/contracts', keyword: 'maxItems', message: `has ${contracts.length} contracts` },
    ]);
  const problem = checkOffer(pack.pack_id, contracts);
  if (!problem) return null;
  const issue = { pointer: `/contracts/${problem.capabilityId}`, keyword: 'contract', message: problem.reason };
  return broken(`${problem.capabilityId} ${problem.reason}.`, [issue]);
}

/** Texts that could harm a model that reads them: refused whoever sends them, since a caller's own lint can be left out. */
export async function refuseTexts({ pack }: PublishRequest, fresh: readonly Contract[]): Promise<Refusal | null> {
  const issues: Issue[] = safetyErrors({ title: pack.title, description: pack.description }).map((each) => toIssue('/pack', each));
  for (let at = 0; at < fresh.length && issues.length < MOST_ISSUES; at += AT_ONCE) {
    for (const each of fresh.slice(at, at + AT_ONCE))
      issues.push(...safetyErrors(shownOf(each)).map((finding) => toIssue(`/contracts/${each.capability_id}`, finding)));
    await setImmediate();
  }
  const [first] = issues;
  return first ? broken(`${first.pointer} ${first.message}.`, issues.slice(0, MOST_ISSUES)) : null;
}

const toIssue = (at: string, { rule, pointer, message }: TextFinding): Issue => ({ pointer: `${at}${pointer}`, keyword: rule, message });

/** Schemas that cannot be compiled within the limits. */
export async function refuseSchemas(fresh: readonly Contract[]): Promise<Refusal | null> {
  const schemas = fresh.flatMap((each) => [
    { capabilityId: each.capability_id, field: 'input_schema', schema: each.input_schema, validates: true },
    ...(each.output_schema
      ? [{ capabilityId: each.capability_id, field: 'output_schema', schema: each.output_schema, validates: false }]
      : []),
  ]);
  const vetted = await vetSchemas(schemas);
  if (vetted.ok) return null;
  const { capabilityId = '', field = '' } = schemas[vetted.index] ?? {};
  const issue = { pointer: `/contracts/${capabilityId}/${field}${vetted.pointer}`, keyword: 'contract', message: vetted.reason };
  return broken(`${capabilityId}: ${field}${vetted.pointer}: ${vetted.reason}`, [issue]);
}

const broken = (message: string, issues: readonly Issue[]): Refusal =>
  refuse(
    'invalid_request',
    `Nothing was published: ${message}`,
    { issues: issues as never },
    { control: null, arguments: {}, instruction: 'Mend it at that place and publish again.' },
  );

export const withdrawnPack = (packId: string): Refusal =>
  refuse(
    'conflict',
    `The pack ${packId} is withdrawn.`,
    { pack_id: packId },
    { control: null, arguments: {}, instruction: 'Publish into another pack.' },
  );
