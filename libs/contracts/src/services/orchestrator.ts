import * as z from 'zod';
import { caller } from '../caller.js';
import { contract } from '../catalog/contract.js';
import { mode } from '../catalog/names.js';
import { runsCancel, runsEvents, runsGet, runsList } from '../controls/runs.js';
import { json, jsonObject } from '../json.js';
import * as connections from '../operations/connections.js';
import { runView } from '../runs.js';
import { doneOrRefused, moved, refused } from './outcome.js';
import { defineService } from './service-api.js';

const forCaller = <S extends z.ZodRawShape>(input: { readonly shape: S }) => z.object({ caller, input: z.object(input.shape) });
const forOwner = <S extends z.ZodRawShape>(input: { readonly shape: S }) =>
  z.object({ caller, idempotency_key: z.string().nullable(), input: z.object(input.shape) });

/** The run as it stands; `answer` is the stored envelope text once it is over, the same bytes for every caller that asks with its key. */
export const runAnswer = z.object({ run: runView, answer: z.string().nullable() });

/** Exactly what would go out, credentials shown by scheme only. */
export const requestPreview = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string().nullable(),
  /** Set where the body is not text, and `body` null: its bytes in Base64. */
  body_base64: z.string().optional(),
  /** Where the connection's credential goes, e.g. `header Authorization (bearer)`; its value is never shown. */
  credential: z.string().nullable(),
});
export type RequestPreview = z.infer<typeof requestPreview>;

export const orchestratorApi = defineService('orchestrator', {
  /** With an idempotency key, before anything else: nothing, a conflict, or the run to join or replay. */
  recall: {
    request: z.object({ caller, idempotency_key: z.string(), fingerprint: z.string() }),
    response: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('unknown_key') }),
      z.object({ outcome: z.literal('known'), run_id: z.string() }),
      refused,
    ]),
    repeatable: true,
  },
  /**
   * Admits a run: verifies the signed admission and takes it once, refuses a moved connection, a withdrawn version, an old
   * admission; one transaction. Without `contract` it answers `contract_unknown` when it does not hold that digest yet.
   */
  create: {
    request: z.object({
      caller,
      admission: z.string(),
      contract: contract.nullable(),
      params: jsonObject,
      mode: mode,
      idempotency_key: z.string().nullable(),
      fingerprint: z.string(),
      web_url_base: z.string(),
    }),
    response: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('created'), run: runView }),
      /** The idempotency key already names this run. */
      z.object({ outcome: z.literal('joined'), run_id: z.string() }),
      z.object({ outcome: z.literal('contract_unknown') }),
      moved,
      refused,
    ]),
    repeatable: true,
  },
  /** Waits up to `wait_ms` for the run to end. */
  wait: { request: z.object({ caller, run_id: z.string(), wait_ms: z.int() }), response: doneOrRefused(runAnswer), repeatable: true },
  /** `dry_run`: validates against the workspace's connection and previews the exact request; writes the audit fact only. */
  preview: {
    request: z.object({
      caller,
      contract,
      params: jsonObject,
      turn_id: z.string(),
      idempotency_key: z.string().nullable(),
      connection_vector: z.string(),
    }),
    response: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('previewed'),
        request: requestPreview.nullable(),
        checks: z.array(z.object({ check: z.string(), ok: z.boolean(), detail: json })),
      }),
      moved,
      refused,
    ]),
    repeatable: true,
  },
  getRun: { request: forCaller(runsGet.input), response: doneOrRefused(runAnswer), repeatable: true },
  listRuns: { request: forCaller(runsList.input), response: doneOrRefused(runsList.output), repeatable: true },
  /** Long poll: answers as soon as there is an event after `after`, the run is over, or `wait_ms` have passed. */
  events: {
    request: z.object({ caller, run_id: z.string(), after: z.int(), wait_ms: z.int() }),
    response: doneOrRefused(runsEvents.output),
    repeatable: true,
  },
  cancelRun: { request: forCaller(runsCancel.input), response: doneOrRefused(runsCancel.output), repeatable: true },
  listConnections: { request: z.object({ caller }), response: doneOrRefused(connections.connectionsList.output), repeatable: true },
  createConnection: {
    /** `origins`: where the active catalog's contracts of this provider call; the credential goes nowhere else. */
    request: forOwner(connections.connectionsCreate.input).extend({ origins: z.array(z.string()) }),
    response: doneOrRefused(connections.connectionView),
    repeatable: true,
  },
  authorizeConnection: {
    request: forOwner(connections.connectionsAuthorize.input),
    response: doneOrRefused(connections.connectionView),
    repeatable: true,
  },
  testConnection: {
    request: forCaller(connections.connectionsTest.input),
    response: doneOrRefused(connections.connectionsTest.output),
    repeatable: false,
  },
  /** One HEAD without credential to each; in the order asked. */
  reach: {
    request: z.object({ caller, origins: z.array(z.string()) }),
    response: z.object({
      answers: z.array(
        z.object({ reachable: z.boolean(), status: z.int().nullable(), message: z.string(), egress_rule: z.string().nullable() }),
      ),
    }),
    repeatable: true,
  },
  disconnect: {
    request: forOwner(connections.connectionsDisconnect.input),
    response: doneOrRefused(connections.connectionView),
    repeatable: true,
  },
  listEgress: { request: z.object({ caller }), response: doneOrRefused(connections.egressList.output), repeatable: true },
  setEgress: { request: forOwner(connections.egressSet.input), response: doneOrRefused(connections.egressSet.output), repeatable: true },
});
