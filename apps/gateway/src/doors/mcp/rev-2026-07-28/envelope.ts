import { isObject, RPC, RpcError, type Params } from '../model/json-rpc.js';

/** What every message of this revision says of itself in `params._meta`. */
export const META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscription: 'io.modelcontextprotocol/subscriptionId',
} as const;

export interface RequestEnvelope {
  readonly version: string;
  readonly capabilities: Params;
}

/** The version a message declares, valid or not; undefined where it declares none. */
export const declaredVersion = (params: unknown): unknown => {
  const meta = isObject(params) ? params['_meta'] : undefined;
  return isObject(meta) ? meta[META.version] : undefined;
};

/** Throws RpcError where a required part is missing. */
export function readEnvelope(params: Params): RequestEnvelope {
  const meta = params['_meta'];
  if (!isObject(meta)) throw incomplete('_meta');
  const version = meta[META.version];
  if (typeof version !== 'string') throw incomplete(META.version);
  const capabilities = meta[META.capabilities];
  if (!isObject(capabilities)) throw incomplete(META.capabilities);
  return { version, capabilities };
}

const incomplete = (part: string): RpcError =>
  new RpcError(
    RPC.invalidParams,
    `The request lacks ${part}: every request of 2026-07-28 says its version and what its client can do.`,
    400,
    { missing: part },
  );
