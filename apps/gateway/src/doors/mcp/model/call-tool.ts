import { isObject, renderNotification, RPC, RpcError, type Params, type RpcRequest } from './json-rpc.js';
import type { Exchange } from './revision.js';
import type { ToolResult, ToolSet } from './tool-set.js';

/** tools/call, alike in every revision up to the writing of its result. */
export async function callTool(
  tools: ToolSet,
  { params }: RpcRequest,
  exchange: Exchange,
  capabilities: Params | null,
): Promise<ToolResult> {
  const { name, arguments: args = {} } = params;
  if (typeof name !== 'string') throw new RpcError(RPC.invalidParams, 'tools/call names a tool.', 400);
  if (!isObject(args)) throw new RpcError(RPC.invalidParams, 'The arguments of a tool are one object.', 400);
  const { caller } = exchange;
  const result = await tools.call({
    name,
    args,
    caller,
    gone: () => exchange.gone(),
    capabilities,
    onProgress: progressOf(params, exchange),
  });
  if (!result)
    throw new RpcError(RPC.invalidParams, `There is no tool ${JSON.stringify(name.slice(0, 100))}: tools/list names every one.`, 200, {
      name,
    });
  return result;
}

/** The list is one page. */
export function refuseCursor({ params }: RpcRequest): void {
  if (params['cursor'] !== undefined) throw new RpcError(RPC.invalidParams, 'There is no such cursor: the list is one page.', 400);
}

function progressOf(params: Params, exchange: Exchange) {
  const meta = params['_meta'];
  const token = isObject(meta) ? meta['progressToken'] : undefined;
  if (typeof token !== 'string' && !Number.isSafeInteger(token)) return null;
  return (progress: object) => exchange.notify(renderNotification('notifications/progress', { progressToken: token, ...progress }));
}
