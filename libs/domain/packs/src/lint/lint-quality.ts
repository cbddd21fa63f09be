import type { Contract, JsonObject } from '@turnpike/contracts';
import { fromPointerStep, toPointerStep } from '@turnpike/kernel';
import { found, type TextFinding } from '../finding.js';

const LEAST_SUMMARY = 15;
const VAGUE = new Set([
  'do',
  'execute',
  'handle',
  'process',
  'perform',
  'manage',
  'misc',
  'stuff',
  'thing',
  'things',
  'object',
  'action',
  'api',
  'call',
  'foo',
  'bar',
  'test',
  'tmp',
]);
const VAGUE_PARAMETER = /^(?:[a-z]|arg\d*|param\d*|data\d+|obj|val|tmp|foo|bar|x\d*)$/i;
const CONTROL_NAMES =
  /\b(?:tools_(?:search|get|run)|packs_(?:list|route)|runs_(?:list|get|events|cancel)|request_tool|search_tools|describe_tool)\b/;
const ID_IN_TEXT = /`([a-z][a-z0-9_]{1,39})\.[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*`/g;

/** What makes a contract hard to find or to use well; nothing here is refused. */
export function lintQuality(contract: Contract): TextFinding[] {
  return [...lintTexts(contract), ...lintNames(contract), ...lintParameters(contract), ...lintReferences(contract), ...lintNotes(contract)];
}

function lintTexts({ title, summary, description }: Contract): TextFinding[] {
  const same = summary.trim().toLowerCase() === title.trim().toLowerCase();
  if (summary.trim().length >= LEAST_SUMMARY && !(same && description.trim() === '')) return [];
  const message = same
    ? 'the summary only repeats the title: say what it does, to what, and what comes back'
    : 'the summary says too little';
  return [found('no-description', '/summary', message)];
}

function lintNames({ capability_id: id }: Contract): TextFinding[] {
  const [, noun = '', verb = ''] = id.split('.');
  const vague = [noun, verb].find((word) => VAGUE.has(word) || /[a-z]_?\d+$/.test(word));
  return vague === undefined
    ? []
    : [found('unclear-name', '/id', `"${vague}" in ${id} tells nothing apart: name the thing and what is done to it`)];
}

function lintParameters({ input_schema: schema }: Contract): TextFinding[] {
  return Object.entries((schema['properties'] ?? {}) as Record<string, unknown>).flatMap(([name, value]) => {
    const pointer = `/input_schema/properties/${toPointerStep(name)}`;
    const findings: TextFinding[] = [];
    if (describedBy(schema, value).trim() === '')
      findings.push(found('no-parameter-description', pointer, `nothing is said of the parameter ${name}`));
    if (VAGUE_PARAMETER.test(name)) findings.push(found('unclear-name', pointer, `the parameter name ${name} tells nothing`));
    return findings;
  });
}

/** The description of a property: its own, or that of the schema that it refers to. */
function describedBy(root: JsonObject, property: unknown): string {
  if (typeof property !== 'object' || property === null) return '';
  const { description, $ref: reference } = property as { description?: unknown; $ref?: unknown };
  if (typeof description === 'string') return description;
  if (typeof reference !== 'string') return '';
  let target: unknown = root;
  for (const step of reference.split('/').slice(1)) target = (target as Record<string, unknown> | undefined)?.[fromPointerStep(step)];
  const referred = (target as { description?: unknown } | undefined)?.description;
  return typeof referred === 'string' ? referred : '';
}

function lintReferences({ pack_id: packId, summary, description }: Contract): TextFinding[] {
  return Object.entries({ summary, description }).flatMap(([field, text]) => {
    const other = [...text.matchAll(ID_IN_TEXT)].find(([, pack]) => pack !== packId)?.[0] ?? CONTROL_NAMES.exec(text)?.[0];
    return other === undefined ? [] : [found('other-tool', `/${field}`, `speaks of ${other}, which is not of this pack`)];
  });
}

function lintNotes({ policy_assumed: assumed, action_policy: policy, goals }: Contract): TextFinding[] {
  return [
    ...(assumed
      ? [found('policy-assumed', '', `the policy ${policy} was guessed from the method: state action_policy in the overlay`)]
      : []),
    ...(goals.length === 0 ? [found('no-goals', '', 'has no goals: name some outcomes in the words of who wants them')] : []),
  ];
}
