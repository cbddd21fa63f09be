import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The official SDK, version 2, pinned to 2026-07-28: no session. It checks every answer against the tool's output schema. */
export async function open({ url, key }) {
  const client = new Client({ name: 'transcript-v2', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${key}` } } }));
  return {
    speaks: `${client.getNegotiatedProtocolVersion()}, no session`,
    list: async () => (await client.listTools()).tools,
    call: (name, args) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
}
