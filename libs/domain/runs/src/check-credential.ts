import { describeScheme, schemeOf, type Credential } from './add-credential.js';

/** RFC 9110 5.1, and RFC 6265 for the name of a cookie. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** What a header may carry without ending it; spaces at its ends would be lost on the way. */
const HEADER_VALUE = /^[\x21-\x7e\x80-\xff]([\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/;

/** Why a credential could not be put into a request as it is, as the field and the reason; null when it can. Never repeats a secret. */
export function checkCredential(credential: Credential): { readonly field: string; readonly reason: string } | null {
  switch (credential.type) {
    case 'none':
      return null;
    case 'bearer':
      return /^[\x21-\x7e]+$/.test(credential.token) ? null : { field: 'token', reason: 'must be visible characters without spaces' };
    case 'basic':
      // RFC 7617 2: the first colon ends the user's name.
      return credential.username.includes(':') ? { field: 'username', reason: 'must hold no colon' } : null;
    case 'all':
      return checkAll(credential);
    case 'api_key':
      return checkKey(credential);
  }
}

function checkAll({ credentials }: Extract<Credential, { type: 'all' }>): ReturnType<typeof checkCredential> {
  const places = credentials.map((each) => describeScheme(schemeOf(each))?.replace(/ \(.*/, '').toLowerCase());
  if (new Set(places).size < places.length) return { field: 'credentials', reason: 'must each go to a place of its own' };
  for (const [index, each] of credentials.entries()) {
    const wrong = checkCredential(each);
    if (wrong) return { ...wrong, field: `credentials/${index}/${wrong.field}` };
  }
  return null;
}

function checkKey({ in: place, name, value }: Extract<Credential, { type: 'api_key' }>): ReturnType<typeof checkCredential> {
  if (place !== 'query' && !TOKEN.test(name)) return { field: 'name', reason: `is no name of a ${place}` };
  if (place === 'header' && !HEADER_VALUE.test(value)) return { field: 'value', reason: 'holds a character that no header can carry' };
  return null;
}
