import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import pg from 'pg';

const POOL_SIZE = 10;

interface MinimalServer {
  server: FastifyInstance;
  pool: pg.Pool;
  /** Options of a route that only accepts both tokens of a person. */
  signedIn: { onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<void> };
  /** The subject of the request's tokens. */
  subjectOf(request: FastifyRequest): string;
  start(): Promise<void>;
}

/**
 * A Fastify server with a warm pool of connections, which verifies each token of a person once. It has no log, limits
 * or metrics. Its settings are those of the portal, from the environment.
 */
export async function createMinimalServer(): Promise<MinimalServer> {
  const { DATABASE_URL = '', PORT = '', OIDC_ISSUER = '' } = process.env;
  const pool = new pg.Pool({
    connectionString: DATABASE_URL,
    max: POOL_SIZE,
    idleTimeoutMillis: 0,
    options: '-c plan_cache_mode=force_generic_plan',
  });
  const connections = await Promise.all(Array.from({ length: POOL_SIZE }, () => pool.connect()));
  for (const connection of connections) connection.release();

  const keys = createRemoteJWKSet(new URL(`${OIDC_ISSUER}/jwks`));
  /** Subject and expiry, in epoch seconds, of verified tokens. */
  const verified = new Map<string, { subject: string; expiresAt: number }>();

  async function verify(token: string): Promise<void> {
    if ((verified.get(token)?.expiresAt ?? 0) * 1000 > Date.now()) return;
    const { payload } = await jwtVerify(token, keys, { issuer: OIDC_ISSUER, algorithms: ['RS256'] });
    verified.set(token, { subject: payload.sub!, expiresAt: payload.exp! });
  }

  async function requireTokens({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      await verify(headers.authorization?.slice('Bearer '.length) ?? '');
      await verify(String(headers['id-token']));
    } catch {
      await reply.code(401).send({ error: 'unauthorized' });
    }
  }

  const server = Fastify();
  server.get('/readyz', async () => (await pool.query('select 1')).rows);
  return {
    server,
    pool,
    signedIn: { onRequest: requireTokens },
    subjectOf: ({ headers }) => verified.get(String(headers['id-token']))!.subject,
    async start() {
      await server.listen({ port: Number(PORT), host: '127.0.0.1' });
      process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
    },
  };
}

/** Sends JSON that is already text, or 404 without any. */
export function sendJson(reply: FastifyReply, json: string | undefined): string {
  reply.header('content-type', 'application/json; charset=utf-8');
  if (json === undefined) reply.code(404);
  return json ?? '{"error":"not found"}';
}
