import { LIMITS } from '@turnpike/contracts';
import { callTool, refuseCursor } from '../model/call-tool.js';
import { isObject, renderNotification, renderResult, RPC, RpcError, type Params, type RpcRequest } from '../model/json-rpc.js';
import type { Answered, ChangeNotices, Exchange, Revision } from '../model/revision.js';
import type { ToolSet } from '../model/tool-set.js';
import { SESSION_VERSIONS } from '../rev-2025-11-25/revision.js';
import { checkEqual, checkHeaders } from './check-headers.js';
import { META, readEnvelope } from './envelope.js';

const STATELESS_VERSION = '2026-07-28';
const SPOKEN = [STATELESS_VERSION, ...SESSION_VERSIONS];

/** MCP 2026-07-28: no session; every request says all that is needed to answer it. */
export class StatelessRevision implements Revision {
  /** The end of every result: complete, and by whom. */
  private readonly tail: string;

  constructor(private readonly tools: ToolSet) {
    this.tail = `"resultType":"complete","_meta":${JSON.stringify({ [META.serverInfo]: tools.server })}}`;
  }

  check(message: { readonly kind: string; readonly method: string; readonly params: Params }, { headers }: Exchange): void {
    // Notifications need not repeat themselves in headers.
    if (message.kind !== 'request') return;
    const { version } = readEnvelope(message.params);
    checkEqual('MCP-Protocol-Version', headers['mcp-protocol-version'], version);
    if (version !== STATELESS_VERSION)
      throw new RpcError(RPC.unsupportedVersion, `Unsupported protocol version ${version.slice(0, 40)}.`, 400, {
        supported: SPOKEN,
        requested: version,
      });
    checkHeaders(headers, message);
  }

  async answer(request: RpcRequest, exchange: Exchange): Promise<Answered> {
    switch (request.method) {
      case 'server/discover':
        return this.complete(JSON.stringify(this.discovery()).slice(0, -1) + ',' + CACHING);
      case 'tools/list':
        refuseCursor(request);
        return this.complete(`{"tools":${await this.tools.list(exchange.caller)},${CACHING}`);
      case 'tools/call':
        return this.call(request, exchange);
      case 'subscriptions/listen':
        return { kind: 'listen', notices: this.notices(request) };
      default:
        throw new RpcError(RPC.methodNotFound, `${request.method.slice(0, 100)} is not offered: this server has tools only.`, 404);
    }
  }

  private async call(request: RpcRequest, exchange: Exchange): Promise<Answered> {
    const { capabilities } = readEnvelope(request.params);
    const { content, structured, isError } = await callTool(this.tools, request, exchange, capabilities);
    const more = structured === null ? '' : `,"structuredContent":${structured}`;
    return this.complete(`{"content":${content}${more},"isError":${isError}`);
  }

  private discovery() {
    const { instructions } = this.tools;
    return { supportedVersions: SPOKEN, capabilities: { tools: { listChanged: true } }, instructions };
  }

  /** Of what was asked for only changes of the list of tools are told here, and the acknowledgement says so. */
  private notices({ id, params }: RpcRequest): ChangeNotices {
    const asked = params['notifications'];
    if (!isObject(asked)) throw new RpcError(RPC.invalidParams, 'subscriptions/listen says in "notifications" what to listen to.', 400);
    const wanted = asked['toolsListChanged'] === true;
    const _meta = { [META.subscription]: id };
    const notifications = wanted ? { toolsListChanged: true } : {};
    return {
      first: renderNotification('notifications/subscriptions/acknowledged', { notifications, _meta }),
      changed: wanted ? renderNotification('notifications/tools/list_changed', { _meta }) : null,
      last: renderResult(id, `{"resultType":"complete","_meta":${JSON.stringify({ [META.serverInfo]: this.tools.server, ..._meta })}}`),
    };
  }

  private complete(begun: string): Answered {
    return { kind: 'result', text: `${begun},${this.tail}` };
  }
}

/** How long a list may be kept by its caller, and by nobody else. */
const CACHING = `"ttlMs":${LIMITS.mcpListTtlMs},"cacheScope":"private"`;
