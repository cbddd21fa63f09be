import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from '../operation/fastify-types.js';
import type { Fault } from './read-fault.js';

const NEVER = (): Promise<never> => new Promise(() => undefined);

/** Before the operation runs. Answers true when it has answered in the operation's place. */
export async function faultBefore(fault: Fault, reply: FastifyReply): Promise<boolean> {
  if (fault.kind === 'slow') await sleep(fault.ms);
  if (fault.kind === 'hang') await NEVER();
  if (fault.kind === 'status') reply.status(fault.status).send({ error: { code: 'asked_for', message: `status ${fault.status}, as asked for` } });
  if (fault.kind === 'redirect') reply.status(302).header('location', fault.to).send();
  if (fault.kind === 'huge') reply.status(200).header('content-type', 'application/json').send(JSON.stringify({ filler: 'x'.repeat(fault.bytes) }));
  return fault.kind === 'status' || fault.kind === 'redirect' || fault.kind === 'huge';
}

/** After the operation has run: its effect stays, its answer gets lost. */
export async function faultAfter(fault: Fault, reply: FastifyReply, payload: unknown): Promise<void> {
  if (fault.kind !== 'cut') return;
  const { raw } = reply;
  if (!fault.midway) {
    raw.socket?.destroy();
    return NEVER();
  }
  const bytes = Buffer.from(typeof payload === 'string' ? payload : '{}');
  raw.writeHead(reply.statusCode, { 'content-type': 'application/json', 'content-length': bytes.length });
  raw.write(bytes.subarray(0, bytes.length / 2), () => raw.socket?.destroy());
  return NEVER();
}
