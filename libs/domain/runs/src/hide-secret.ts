import { percentEncode } from './serialise-parameter.js';
import type { Credential } from './add-credential.js';

/** Shorter texts are left alone: taking every `key` or `1234` out of an answer would garble it, and hide nothing. */
const SHORTEST = 8;
const HIDDEN = '[hidden]';

/**
 * Takes a call's own credential out of what the provider said: some answer with the request that they got, and what is kept of an answer is
 * read by everyone who may read the run. Finds it plain, percent-encoded, as a basic pair, and as JSON writes it, also
 * within a text that is itself in JSON.
 */
export function hideSecret(credential: Credential): (text: string) => string {
  const forms = formsOf(credential).filter((form) => form.length >= SHORTEST);
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
}

function formsOf(credential: Credential): string[] {
  const secrets = secretsOf(credential);
  const all = secrets.flatMap((secret) => [secret, percentEncode(secret), quoted(secret), quoted(quoted(secret))]);
  // The longest first: a shorter form within it would leave the rest behind.
  return [...new Set(all)].sort((left, right) => right.length - left.length);
}

const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

function secretsOf(credential: Credential): string[] {
  switch (credential.type) {
    case 'none':
      return [];
    case 'bearer':
      return [credential.token];
    case 'basic':
      return [credential.password, Buffer.from(`${credential.username}:${credential.password}`, 'utf8').toString('base64')];
    case 'all':
      return credential.credentials.flatMap(secretsOf);
    case 'api_key':
      return [credential.value];
  }
}
