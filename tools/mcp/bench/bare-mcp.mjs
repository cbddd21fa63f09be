// The lower baseline of P5: read a JSON-RPC request, look at its method and tool, write the result. No authentication, no permission.
import { createServer } from 'node:http';

const result = JSON.parse(process.argv[2]);
const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => {
    const { id, method, params } = JSON.parse(text);
    const known = method === 'tools/call' && params.name === 'whoami';
    const body = JSON.stringify(known ? { jsonrpc: '2.0', id, result } : { jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/mcp\n`));
