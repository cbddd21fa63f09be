import type { Dispatcher } from 'undici';
import type { EgressHeader } from '../outcome.js';

/** The flat name, value, name, value … list of the connection as pairs; header bytes are Latin-1 (RFC 9110 5.5). */
export function readHeaders(raw: Dispatcher.DispatchController['rawHeaders']): readonly EgressHeader[] {
  if (!Array.isArray(raw)) return [];
  const text = raw.map((part: Buffer | string) => (typeof part === 'string' ? part : part.toString('latin1')));
  const pairs: EgressHeader[] = [];
  for (let at = 0; at + 1 < text.length; at += 2) pairs.push([(text[at] ?? '').toLowerCase(), text[at + 1] ?? '']);
  return pairs;
}
