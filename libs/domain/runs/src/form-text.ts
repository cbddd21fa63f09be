import { isJsonMediaType, type JsonValue } from '@turnpike/kernel';
import type { FormEntry } from './form-entry.js';
import { queryPairs } from './serialise-parameter.js';

/**
 * `application/x-www-form-urlencoded`. A field with a style is written as a query parameter of that style; else a list repeats its name and
 * an object is JSON text (OpenAPI 3.0.4 and 3.1.1, Encoding Object: the default content type of an object is JSON). Null is undefined there, and left out.
 */
export function formText(entries: readonly FormEntry[]): string {
  return entries
    .flatMap(([place, value]) => (place.style ? queryPairs(place.name, value, place.style) : plainPairs(place, value)))
    .join('&');
}

function plainPairs({ name, media_type: mediaType }: FormEntry[0], value: JsonValue): string[] {
  if (mediaType !== undefined && isJsonMediaType(mediaType)) return [pair(name, JSON.stringify(value))];
  return (Array.isArray(value) ? (value as JsonValue[]) : [value]).flatMap((item) => {
    if (item === null) return [];
    return [pair(name, typeof item === 'object' ? JSON.stringify(item) : String(item))];
  });
}

/** As browsers write it: a space is `+`. */
const pair = (name: string, text: string): string => new URLSearchParams([[name, text]]).toString();
