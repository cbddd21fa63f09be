import { parseUrl } from '@turnpike/kernel';
import { isIPv4, isIPv6 } from 'node:net';
import { FIXED_LIMITS } from '../limits.js';
import type { EgressRefused, RefusedReason } from '../outcome.js';

/** Where a URL points, before any name is resolved. */
export interface Destination {
  readonly scheme: 'http' | 'https';
  /** Lower case, without brackets. */
  readonly host: string;
  /** The host is itself an address; nothing needs resolving. */
  readonly literal: boolean;
  readonly port: number;
  /** `scheme://host[:port]` */
  readonly origin: string;
  /** Path and query as they will be written in the request line. */
  readonly path: string;
}

const refuse = (reason: RefusedReason, detail: string): EgressRefused => ({ outcome: 'refused', reason, detail });

/**
 * Reads a URL strictly. The URL parser turns `2130706433`, `0x7f.1`, `127.1` and full-width digits into 127.0.0.1 without
 * a word, so the host is compared with what was written: an address must be written in its one ordinary form.
 */
export function readDestination(text: string): Destination | EgressRefused {
  if (text.length > FIXED_LIMITS.urlCharacters) return refuse('url_malformed', `longer than ${FIXED_LIMITS.urlCharacters} characters`);
  // The parser drops tabs and line ends and reads a backslash as a slash: what was checked would not be what is sent.
  if (/[\u0000-\u0020\u007f\\]/.test(text)) return refuse('url_malformed', 'a space, control character or backslash');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return refuse('url_malformed', 'not an absolute URL');
  if (scheme !== 'http' && scheme !== 'https') return refuse('scheme_not_allowed', `only http and https, not ${scheme}`);
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1];
  const url = parseUrl(text);
  if (!authority || !url) return refuse('url_malformed', 'no host');
  if (authority.includes('@')) return refuse('userinfo_in_url', 'a user name or password belongs to the connection, not the URL');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const odd = oddHost(authority, host);
  if (odd !== null) return refuse('odd_host', odd);
  const port = url.port === '' ? (scheme === 'https' ? 443 : 80) : Number(url.port);
  if (port === 0) return refuse('url_malformed', 'port 0');
  const literal = isIPv4(host) || isIPv6(host);
  return { scheme, host, literal, port, origin: url.origin, path: url.pathname + url.search };
}

function oddHost(authority: string, host: string): string | null {
  const written = authority.replace(/:\d*$/, '').toLowerCase();
  if (written.includes('%')) return 'a percent-encoded host';
  if (isIPv4(host) && written !== host) return `the address ${host} in an unusual form`;
  // A name whose last label is a number is an address to some resolvers.
  if (!isIPv6(host) && !isIPv4(host) && /(^|\.)(\d+|0x[0-9a-f]*)\.?$/.test(host)) return 'a name that ends in a number';
  return null;
}
