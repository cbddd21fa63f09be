import { contract, type Contract, type JsonObject } from '@turnpike/contracts';
import type { z } from 'zod';
import type { ContractFile } from './contract-file.js';
import type { PackFile } from './pack-file.js';

const SYNC_MS = 60_000;

export type BuiltContract =
  { readonly ok: true; readonly contract: Contract } | { readonly ok: false; readonly pointer: string; readonly reason: string };
type Place = 'path' | 'query' | 'header' | 'cookie' | 'body';

/** The contract that a hand-written file stands for; `pointer` is into the file. */
export function buildContract(pack: PackFile, file: ContractFile): BuiltContract {
  const serverUrl = (file.http.server_url ?? pack.server_url)?.replace(/\/+$/, '');
  if (serverUrl === undefined)
    return { ok: false, pointer: '/http', reason: 'http.server_url is missing, and pack.yaml names no server_url' };
  const wrong = checkPlaces(file);
  if (wrong) return { ok: false, ...wrong };
  const made = contract.safeParse(contractOf(pack, file, serverUrl));
  if (made.success) return { ok: true, contract: made.data };
  const [issue] = made.error.issues;
  return { ok: false, pointer: '', reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is no contract'}` };
}

function contractOf(pack: PackFile, file: ContractFile, serverUrl: string): z.input<typeof contract> {
  const { id, title, summary, description, action_policy, goals, deprecated } = file;
  return {
    capability_id: id,
    pack_id: pack.id,
    title,
    summary,
    description,
    input_schema: { type: 'object', properties: {}, additionalProperties: false, ...file.input },
    output_schema: file.output ?? null,
    scopes: file.scopes ?? [`${pack.id}:${action_policy === 'read_only' ? 'read' : 'write'}`],
    permission: file.permission ?? `capabilities.run.${action_policy}`,
    action_policy,
    policy_assumed: false,
    cost: { class: file.cost?.class ?? 'free', charge_on: file.cost?.charge_on ?? 'success' },
    async: {
      kind: 'sync',
      start_within_ms: SYNC_MS,
      longest_ms: SYNC_MS,
      repeatable: action_policy === 'read_only',
      ...file.async,
    } as z.input<typeof contract>['async'],
    modes: file.modes ?? ['smoke_test', 'dry_run', 'live'],
    executor: executorOf(pack, file, serverUrl),
    provider: pack.provider ? { id: pack.provider.id, title: pack.provider.title, scopes: pack.provider.scopes } : null,
    composite: file.composite ?? null,
    web_url: file.web_url ?? null,
    goals,
    deprecated,
  };
}

function executorOf(pack: PackFile, file: ContractFile, serverUrl: string): z.input<typeof contract>['executor'] {
  const { http } = file;
  const fields = Object.keys(propertiesOf(file)).map((field) => ({
    field,
    name: http.names?.[field] ?? field,
    place: placeOf(file, field),
  }));
  const body = fields.filter(({ place }) => place === 'body').map(({ field, name }) => ({ field, name }));
  return {
    kind: 'http',
    method: http.method,
    server_url: serverUrl,
    path: http.path,
    parameters: fields.flatMap(({ field, name, place }) => (place === 'body' ? [] : [parameterOf(file, field, name, place)])),
    body:
      body.length === 0
        ? null
        : { kind: 'fields', fields: body, media_type: http.body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json' },
    headers: [
      ...(file.output ? [{ name: 'Accept', value: 'application/json' }] : []),
      ...Object.entries(http.headers ?? {}).map(([name, value]) => ({ name, value })),
    ],
    auth: http.auth ?? pack.provider?.auth ?? [{ type: 'none' }],
    idempotency_header: http.idempotency_header ?? null,
  };
}

function parameterOf(file: ContractFile, field: string, name: string, place: Exclude<Place, 'body'>) {
  const deep = place === 'query' && propertiesOf(file)[field]?.['type'] === 'object';
  const style = deep ? ('deepObject' as const) : place === 'query' || place === 'cookie' ? ('form' as const) : ('simple' as const);
  return { field, in: place, name, style, explode: style !== 'simple' };
}

const propertiesOf = (file: ContractFile): Record<string, JsonObject> => (file.input['properties'] ?? {}) as Record<string, JsonObject>;
const inPath = (file: ContractFile): string[] => [...file.http.path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '');

/** A field named in the path goes there; any other into the query of a call without a body, else into the body. */
function placeOf(file: ContractFile, field: string): Place {
  const stated = file.http.in?.[field];
  if (stated) return stated;
  if (inPath(file).includes(file.http.names?.[field] ?? field)) return 'path';
  return ['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(file.http.method) ? 'query' : 'body';
}

function checkPlaces(file: ContractFile): { pointer: string; reason: string } | null {
  const known = new Set(Object.keys(propertiesOf(file)));
  const names = new Set([...known].map((field) => file.http.names?.[field] ?? field));
  const hole = inPath(file).find((name) => !names.has(name));
  if (hole !== undefined) return { pointer: '/http/path', reason: `the path names {${hole}}, which is no property of input` };
  for (const map of ['in', 'names'] as const) {
    const unknown = Object.keys(file.http[map] ?? {}).find((field) => !known.has(field));
    if (unknown !== undefined) return { pointer: `/http/${map}/${unknown}`, reason: `http.${map}.${unknown} is no property of input` };
  }
  return null;
}
