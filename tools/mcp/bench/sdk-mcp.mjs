// The upper baseline of P5: the official SDK's server (version 2) as its documentation has it, stateless, one tool that answers what
// whoami answers, with input and output schemas, and no authentication.
import { createServer } from 'node:http';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

const envelope = JSON.parse(process.argv[2]);
const inputSchema = fromJsonSchema({ type: 'object', properties: {}, additionalProperties: false });
const outputSchema = fromJsonSchema({ type: 'object', required: ['ok', 'meta'], properties: { ok: { type: 'boolean' }, data: {}, meta: { type: 'object' } } });

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'baseline', version: '1.0.0' });
  server.registerTool('whoami', { description: 'Who calls.', inputSchema, outputSchema }, () => ({ content: [{ type: 'text', text: JSON.stringify(envelope) }], structuredContent: envelope }));
  return server;
});

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const url = `http://${request.headers.host}${request.url}`;
  const answer = await handler.fetch(new Request(url, { method: request.method, headers: request.headers, body: Buffer.concat(chunks) }));
  const body = Buffer.from(await answer.arrayBuffer());
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(body);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/mcp\n`));
