/**
 * The minimal server for the portal’s list, detail and search: Fastify and pg on plain tables, both tokens of a person
 * verified once, and one prepared statement per call, whose JSON PostgreSQL builds. Started by serverMarks.ts.
 */
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import pg from 'pg';
import { DETAIL, LIST, SEARCH } from './plainStatements.ts';

const { DATABASE_URL = '', PORT = '', OIDC_ISSUER = '' } = process.env;
const POOL_SIZE = 10;
const PAGE_SIZE = 10;
const FOUND_SIZE = 5;

const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: POOL_SIZE,
  idleTimeoutMillis: 0,
  options: '-c plan_cache_mode=force_generic_plan',
});
const connections = await Promise.all(Array.from({ length: POOL_SIZE }, () => pool.connect()));
for (const connection of connections) connection.release();

const keys = createRemoteJWKSet(new URL(`${OIDC_ISSUER}/jwks`));
/** Expiry of verified tokens in epoch seconds. */
const verified = new Map<string, number>();

async function verify(token: string): Promise<void> {
  if ((verified.get(token) ?? 0) * 1000 > Date.now()) return;
  const { payload } = await jwtVerify(token, keys, { issuer: OIDC_ISSUER, algorithms: ['RS256'] });
  verified.set(token, payload.exp!);
}

async function requireTokens({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
  try {
    await verify(headers.authorization?.slice('Bearer '.length) ?? '');
    await verify(String(headers['id-token']));
  } catch {
    await reply.code(401).send({ error: 'unauthorized' });
  }
}

async function answer(reply: FastifyReply, name: string, text: string, values: unknown[]): Promise<string> {
  const { rows } = await pool.query<[string]>({ name, text, values, rowMode: 'array' });
  reply.header('content-type', 'application/json; charset=utf-8');
  if (!rows[0]) reply.code(404);
  return rows[0]?.[0] ?? '{"error":"not found"}';
}

const server = Fastify();
server.get('/readyz', async () => (await pool.query('select 1')).rows);
const signedIn = { onRequest: requireTokens };
server.get('/list', signedIn, (_, reply) => answer(reply, 'list', LIST, [PAGE_SIZE]));
server.get<{ Params: { id: string } }>('/detail/:id', signedIn, ({ params }, reply) =>
  answer(reply, 'detail', DETAIL, [params.id]),
);
server.get<{ Querystring: { term: string } }>('/search', signedIn, ({ query }, reply) =>
  answer(reply, 'search', SEARCH, [query.term, FOUND_SIZE]),
);
await server.listen({ port: Number(PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
