import type { HttpExecutor } from '@turnpike/contracts';
import type { JsonValue } from '@turnpike/kernel';
import { UnbuildableRequest } from './outgoing-request.js';

type Params = Readonly<Record<string, JsonValue>>;

/** The body of a request, null when no field of it was given. Fields keep the order of the contract. */
export function serialiseBody(body: HttpExecutor['body'], params: Params): string | null {
  if (body === null) return null;
  const given = body.fields.filter(({ field }) => params[field] !== undefined);
  if (given.length === 0) return null;
  const value: JsonValue =
    body.kind === 'whole'
      ? (params[given[0]?.field ?? ''] ?? null)
      : Object.fromEntries(given.map(({ field, name }) => [name, params[field] ?? null]));
  return inMediaType(body.media_type, value);
}

function inMediaType(mediaType: string, value: JsonValue): string {
  if (/^application\/([\w.+-]+\+)?json\b/.test(mediaType)) return JSON.stringify(value);
  if (/^application\/x-www-form-urlencoded\b/.test(mediaType)) return formText(value);
  if (/^text\//.test(mediaType)) return typeof value === 'string' ? value : JSON.stringify(value);
  throw new UnbuildableRequest('body', `a body of type ${mediaType} cannot be sent`);
}

/** `a=1&b=x+y`; a list repeats its name, an object within is sent as JSON. */
function formText(value: JsonValue): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UnbuildableRequest('body', 'a form must be an object');
  const form = new URLSearchParams();
  for (const [name, each] of Object.entries(value)) {
    for (const item of Array.isArray(each) ? (each as JsonValue[]) : [each as JsonValue]) {
      form.append(name, typeof item === 'object' && item !== null ? JSON.stringify(item) : String(item));
    }
  }
  return form.toString();
}
