import type { IncomingHttpHeaders } from 'node:http';
import { RPC, RpcError, type Params } from '../model/json-rpc.js';

const ENCODED = /^=\?base64\?(.*)\?=$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A name that is no plain header text comes as `=?base64?…?=`; null where that cannot be decoded. */
function decodeHeader(value: string): string | null {
  const encoded = ENCODED.exec(value)?.[1];
  if (encoded === undefined) return value;
  return BASE64.test(encoded) ? Buffer.from(encoded, 'base64').toString('utf8') : null;
}

/** What a proxy reads in the headers must be what is done: each equals the body (SEP-2243). Throws RpcError. */
export function checkHeaders(headers: IncomingHttpHeaders, request: { readonly method: string; readonly params: Params }): void {
  checkEqual('Mcp-Method', headers['mcp-method'], request.method);
  if (request.method === 'tools/call') checkEqual('Mcp-Name', headers['mcp-name'], request.params['name']);
}

export function checkEqual(name: string, header: string | string[] | undefined, body: unknown): void {
  if (typeof header !== 'string') throw mismatch(`The header ${name} is missing: it repeats what the body says.`);
  if (decodeHeader(header.trim()) !== body) throw mismatch(`The header ${name} and the body differ.`);
}

const mismatch = (message: string): RpcError => new RpcError(RPC.headerMismatch, message, 400);
