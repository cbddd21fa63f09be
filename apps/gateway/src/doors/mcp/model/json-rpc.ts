/** JSON-RPC 2.0 as MCP uses it: one message a body, ids that are text or integers, parameters that are an object. */
export type RequestId = string | number;
export type Params = Readonly<Record<string, unknown>>;

export interface RpcRequest {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params;
}

export type RpcMessage =
  RpcRequest | { readonly kind: 'notification'; readonly method: string; readonly params: Params } | { readonly kind: 'response' };

export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** What MCP itself leaves to servers: no credential, a stranger's host, too many streams. */
  refused: -32000,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/** A request that is not answered by a result. `http` is the status of the HTTP answer that carries it. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly http: number,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The id of what may be no valid message, so that its error can still be told apart. */
export const idOf = (body: unknown): RequestId | null => {
  const id = isObject(body) ? body['id'] : null;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : null;
};

/** Reads one message; throws RpcError on what is none. */
export function readMessage(body: unknown): RpcMessage {
  if (Array.isArray(body)) throw broken('Batches are not taken: send one message a request.');
  if (!isObject(body) || body['jsonrpc'] !== '2.0') throw broken('A message is one JSON object with "jsonrpc": "2.0".');
  if (body['method'] === undefined && ('result' in body || 'error' in body)) return { kind: 'response' };
  const { method, params = {} } = body;
  if (typeof method !== 'string' || method === '') throw broken('A message names its method.');
  if (!isObject(params)) throw broken('The parameters of a message are one object.');
  if (!('id' in body)) return { kind: 'notification', method, params };
  const id = idOf(body);
  if (id === null) throw broken('The id of a request is text or an integer.');
  return { kind: 'request', id, method, params };
}

const broken = (message: string): RpcError => new RpcError(RPC.invalidRequest, message, 400);

/** `result` is JSON text already: the big part of an answer is written once. */
export const renderResult = (id: RequestId, result: string): string => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;

export const renderError = (id: RequestId | null, { code, message, data }: RpcError): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } });

export const renderNotification = (method: string, params?: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', method, ...(params !== undefined && { params }) });
