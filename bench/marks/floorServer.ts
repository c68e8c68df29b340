/**
 * The floor beside the portal: like the plain server, but it reads stored totals and texts instead of counting and
 * building JSON, and remembers answers by their bytes, as the portal does. One small statement per call tells whether
 * anything has changed. Started by measuredServers.ts, with Node's own settings for garbage collection.
 */
import type { FastifyReply } from 'fastify';
import { createMinimalServer, sendJson } from './minimalServer.ts';
import { FLOOR_DETAIL, FLOOR_LIST, FLOOR_SEARCH, FLOOR_STATE } from './floorStatements.ts';
import { FOUND_SIZE, PAGE_SIZE } from './plainStatements.ts';

/** As many as the portal uses for searches. */
const MAX_BYTES = 8 * 1024 * 1024;

const { server, pool, signedIn, start } = await createMinimalServer();

/** Answers by call and state, least recently used first. */
const remembered = new Map<string, string>();
let bytes = 0;

function remember(key: string, json: string): void {
  remembered.set(key, json);
  bytes += key.length + json.length;
  for (const [oldest, value] of remembered) {
    if (bytes <= MAX_BYTES) return;
    remembered.delete(oldest);
    bytes -= oldest.length + value.length;
  }
}

async function answer(reply: FastifyReply, name: string, text: string, values: unknown[]): Promise<string> {
  const state = await pool.query<[string]>({ name: 'state', text: FLOOR_STATE, rowMode: 'array' });
  const key = JSON.stringify([state.rows[0]![0], name, values]);
  const known = remembered.get(key);
  if (known !== undefined) {
    remembered.delete(key);
    remembered.set(key, known);
    return sendJson(reply, known);
  }
  const { rows } = await pool.query<[string]>({ name, text, values, rowMode: 'array' });
  const json = rows[0]?.[0];
  if (json !== undefined && !remembered.has(key)) remember(key, json);
  return sendJson(reply, json);
}

server.get('/list', signedIn, (_, reply) => answer(reply, 'list', FLOOR_LIST, [PAGE_SIZE]));
server.get<{ Params: { id: string } }>('/detail/:id', signedIn, ({ params }, reply) =>
  answer(reply, 'detail', FLOOR_DETAIL, [params.id]),
);
server.get<{ Querystring: { term: string; size?: string } }>('/search', signedIn, ({ query }, reply) =>
  answer(reply, 'search', FLOOR_SEARCH, [query.term, Number(query.size ?? FOUND_SIZE)]),
);

await start();
