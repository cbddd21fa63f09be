import { callTool, refuseCursor } from '../model/call-tool.js';
import { renderNotification, RPC, RpcError, type RpcRequest } from '../model/json-rpc.js';
import type { Answered, ChangeNotices, Exchange, Revision } from '../model/revision.js';
import type { ToolSet } from '../model/tool-set.js';
import type { Sessions } from './session.js';

/** Newest first. 2025-06-18 differs in nothing that is served here; what came before it asks for batches. */
export const SESSION_VERSIONS = ['2025-11-25', '2025-06-18'];

/** What a standing stream says in this revision. */
export const SESSION_NOTICES: ChangeNotices = { first: null, changed: renderNotification('notifications/tools/list_changed'), last: null };

/** MCP 2025-11-25: initialize first, then requests that may carry the session id that it gave. */
export class SessionRevision implements Revision {
  constructor(
    private readonly tools: ToolSet,
    private readonly sessions: Sessions,
  ) {}

  check(message: { readonly method: string }, { headers, principalId }: Exchange): void {
    const version = headers['mcp-protocol-version'];
    if (typeof version === 'string' && !SESSION_VERSIONS.includes(version)) throw unsupported(version);
    const session = headers['mcp-session-id'];
    if (typeof session !== 'string' || message.method === 'initialize') return;
    const { revision } = this.sessions.check(session, principalId);
    if (typeof version === 'string' && version !== revision)
      throw new RpcError(RPC.invalidRequest, `This session speaks ${revision}, not ${version}.`, 400);
  }

  async answer(request: RpcRequest, exchange: Exchange): Promise<Answered> {
    switch (request.method) {
      case 'initialize':
        return this.initialize(request, exchange);
      case 'ping':
        return { kind: 'result', text: '{}' };
      case 'tools/list':
        refuseCursor(request);
        return { kind: 'result', text: `{"tools":${await this.tools.list(exchange.caller)}}` };
      case 'tools/call': {
        const { content, structured, isError } = await callTool(this.tools, request, exchange, null);
        const more = structured === null ? '' : `,"structuredContent":${structured}`;
        return { kind: 'result', text: `{"content":${content}${more},"isError":${isError}}` };
      }
      default:
        throw new RpcError(RPC.methodNotFound, `${request.method.slice(0, 100)} is not offered: this server has tools only.`, 200);
    }
  }

  private initialize({ params }: RpcRequest, { principalId }: Exchange): Answered {
    const asked = params['protocolVersion'];
    if (typeof asked !== 'string') throw new RpcError(RPC.invalidParams, 'initialize names a protocolVersion.', 400);
    const protocolVersion = SESSION_VERSIONS.find((version) => version === asked) ?? SESSION_VERSIONS[0]!;
    const { server: serverInfo, instructions } = this.tools;
    const text = JSON.stringify({ protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo, instructions });
    return { kind: 'result', text, headers: { 'mcp-session-id': this.sessions.open(principalId, protocolVersion) } };
  }
}

const unsupported = (version: string): RpcError =>
  new RpcError(
    RPC.invalidRequest,
    `Unsupported protocol version ${version.slice(0, 40)}: ${SESSION_VERSIONS.join(', ')} are spoken here.`,
    400,
  );
