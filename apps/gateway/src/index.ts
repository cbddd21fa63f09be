export { Clients } from './clients.js';
export type { GatewaySettings } from './settings.js';
export { openApiDocument } from './doors/rest/openapi-document.js';
export { startGateway, type GatewayOptions, type RunningGateway } from './start-gateway.js';
export { McpDoor, type McpDoorOptions } from './doors/mcp/mcp-door.js';
export { RPC, RpcError } from './doors/mcp/model/json-rpc.js';
export type { ToolCall, ToolResult, ToolSet } from './doors/mcp/model/tool-set.js';
export { Sessions } from './doors/mcp/rev-2025-11-25/session.js';
export { OpenStreams } from './doors/open-streams.js';
