import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** The official SDK, version 1: sessions of 2025-11-25. It checks every answer against the tool's output schema. */
export async function open({ url, key }) {
  const client = new Client({ name: 'transcript-v1', version: '1.0.0' }, { capabilities: {} });
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${key}` } } });
  await client.connect(transport);
  return {
    speaks: `${transport.protocolVersion}, session ${transport.sessionId ? 'kept' : 'none'}`,
    list: async () => (await client.listTools()).tools,
    call: (name, args) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
}
