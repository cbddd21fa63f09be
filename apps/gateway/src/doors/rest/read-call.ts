import { newId } from '@turnpike/kernel';
import type { CallDefinition } from '@turnpike/contracts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { IncomingCall } from '../../dispatch/call.js';
import { bearer } from '../bearer.js';

/** Reads one REST request as a call of its definition: path, query and body together are the arguments. */
export function readCall(definition: CallDefinition, request: FastifyRequest, now: number): IncomingCall {
  const args: Record<string, unknown> = {
    ...fromWireNames(definition, fromQuery(definition, request.query)),
    ...fromWireNames(definition, asObject(request.body)),
    ...asObject(request.params),
  };
  const turn = header(request, 'turnpike-turn');
  if (turn !== null && 'tool_turn_token' in definition.input.shape && args['tool_turn_token'] === undefined) args['tool_turn_token'] = turn;
  return {
    definition,
    args,
    credential: bearer(header(request, 'authorization')),
    workspaceId: header(request, 'turnpike-workspace'),
    idempotencyKey: header(request, 'idempotency-key'),
    requestId: newId('req'),
    startedAt: now,
  };
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

function header(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function fromWireNames(definition: CallDefinition, args: Record<string, unknown>): Record<string, unknown> {
  const renamed = Object.entries(definition.wireNames ?? {});
  if (renamed.length === 0) return args;
  const copy = { ...args };
  for (const [field, wire] of renamed) {
    if (!(wire in copy)) continue;
    copy[field] = copy[wire];
    delete copy[wire];
  }
  return copy;
}

/** Query values are text; a field that wants a number or a truth value gets one, and the schema judges what comes of it. */
function fromQuery(definition: CallDefinition, query: unknown): Record<string, unknown> {
  const fields = definition.input.shape as Record<string, z.ZodType>;
  return Object.fromEntries(
    Object.entries(asObject(query)).map(([name, value]) => [name, typed(Object.hasOwn(fields, name) ? fields[name] : undefined, value)]),
  );
}

function typed(field: z.ZodType | undefined, value: unknown): unknown {
  if (!field || typeof value !== 'string' || field.safeParse(value).success) return value;
  if (value === 'true' || value === 'false') return value === 'true';
  return value !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}
