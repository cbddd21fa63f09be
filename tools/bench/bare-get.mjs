// The baseline of P1, as a process of its own: a bare Fastify handler that makes the same one prepared call and answers it.
import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

const { url, workspace, principal, credential, permissions } = JSON.parse(process.argv[2]);
const pool = new pg.Pool({ connectionString: url, max: 8 });
const fastify = Fastify();
fastify.post('/', async (request) => {
  const { capability_id, tool_turn_token } = request.body;
  const token = createHash('sha256').update(tool_turn_token).digest();
  const { rows } = await pool.query({
    name: 'get',
    text: 'select get_capability($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) as answer',
    values: [workspace, principal, credential, capability_id, permissions, token, false, 'turn_unused', Buffer.alloc(32), new Date(), '900000 milliseconds', '3600000 milliseconds', 64],
  });
  return rows[0].answer;
});
await fastify.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`http://127.0.0.1:${fastify.server.address().port}\n`);
