import * as z from 'zod';
import { capabilityId } from '../catalog/names.js';
import { defineControl } from '../definition.js';
import { runState } from '../envelope.js';
import { timestamp } from '../json.js';
import { page, pageInput } from '../paging.js';
import { runEvent, runView } from '../runs.js';

const runId = z.string().min(1).max(80);

export const runsList = defineControl({
  name: 'runs_list',
  summary: 'Runs of this workspace, newest first.',
  description: 'Filter by state, capability or time. Lists runs without their results.',
  input: z.strictObject({ state: runState.optional(), capability_id: capabilityId.optional(), since: timestamp.optional(), ...pageInput }),
  output: page(runView.omit({ result: true, kind: true })),
  permission: 'runs.read',
  effect: 'read',
  rest: { method: 'GET', path: '/v1/runs' },
  cli: { command: 'runs', positional: [] },
});

export const runsGet = defineControl({
  name: 'runs_get',
  summary: 'State, result, cost and times of one run.',
  description: 'Read a run that is not over before issuing another call for the same work.',
  input: z.strictObject({ run_id: runId }),
  output: runView,
  permission: 'runs.read',
  effect: 'read',
  rest: { method: 'GET', path: '/v1/runs/{run_id}' },
  cli: { command: 'runs get', positional: ['run_id'] },
});

export const runsEvents = defineControl({
  name: 'runs_events',
  summary: 'The events of one run, in order, after a given sequence number.',
  description: 'REST also streams them as server-sent events (Accept: text/event-stream), resumed by Last-Event-ID.',
  input: z.strictObject({ run_id: runId, after: z.int().min(0).optional() }),
  output: z.object({ items: z.array(runEvent), over: z.boolean() }),
  permission: 'runs.read',
  effect: 'read',
  rest: { method: 'GET', path: '/v1/runs/{run_id}/events' },
  cli: { command: 'runs watch', positional: ['run_id'] },
});

export const runsCancel = defineControl({
  name: 'runs_cancel',
  summary: 'Cancel a run that is not over.',
  description: 'A queued run ends at once. A running one is asked to stop; its final state says what really happened.',
  input: z.strictObject({ run_id: runId, reason: z.string().max(500).optional() }),
  output: z.object({ run_id: runId, state: runState, cancel_requested: z.boolean() }),
  permission: 'runs.cancel',
  effect: 'write',
  rest: { method: 'POST', path: '/v1/runs/{run_id}/cancel' },
  cli: { command: 'runs cancel', positional: ['run_id'] },
});
