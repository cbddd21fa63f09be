import type { NotSentCause, UnknownCause } from '../outcome.js';

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
};

const TLS = /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|ERROR_IN_CERT)/;

/** Why no request was written, from an error of connecting. */
export function causeOfNotSent(error: unknown): NotSentCause {
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return 'connect_refused';
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'connect_timeout';
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return 'closed';
  return TLS.test(code) ? 'tls_failed' : 'connect_failed';
}

/** Why no whole answer came, from an error after the request began to be written. */
export function causeOfUnknown(error: unknown): UnknownCause {
  const code = codeOf(error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'response_headers_too_large';
  // undici leaves the code of its parser's errors empty; the name tells them.
  return error instanceof Error && error.name === 'HTTPParserError' ? 'response_malformed' : 'connection_cut';
}
