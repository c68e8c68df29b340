/** Serves the portal's bytes from memory, which shows what Fastify alone costs on this machine. Started by stage.ts. */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const { PORT = '', BODIES = '' } = process.env;
const bodies = JSON.parse(readFileSync(BODIES, 'utf8')) as Record<string, string>;
const server = Fastify();
server.get('/readyz', async () => 'ok');
for (const [path, body] of Object.entries(bodies))
  server.get(path, (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(body));
await server.listen({ port: Number(PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
