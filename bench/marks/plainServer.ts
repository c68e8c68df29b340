/**
 * The plain server beside the portal: Fastify and pg on plain tables, both tokens of a person verified once, and one
 * prepared statement per read, whose JSON PostgreSQL builds. It counts every total for every call and remembers no
 * answers. It writes the same rows as the portal, with the same rules and locks. Started by measuredServers.ts.
 */
import type { FastifyReply } from 'fastify';
import { createMinimalServer, sendJson } from './minimalServer.ts';
import { DETAIL, FOUND_SIZE, LIST, PAGE_SIZE, SEARCH } from './plainStatements.ts';
import { ADD_REGISTRATION, ADD_TASK, LOCK_EVENT } from './plainWrites.ts';

/** Passed in, because importing it would also load the portal’s schemas. */
const MAX_ACTIVE_TASKS = Number(process.env['MAX_ACTIVE_TASKS']);

const { server, pool, signedIn, subjectOf, start } = await createMinimalServer();

async function answer(reply: FastifyReply, name: string, text: string, values: unknown[]): Promise<string> {
  const { rows } = await pool.query<[string]>({ name, text, values, rowMode: 'array' });
  return sendJson(reply, rows[0]?.[0]);
}

server.get('/list', signedIn, (_, reply) => answer(reply, 'list', LIST, [PAGE_SIZE]));
server.get<{ Params: { id: string } }>('/detail/:id', signedIn, ({ params }, reply) =>
  answer(reply, 'detail', DETAIL, [params.id]),
);
server.get<{ Querystring: { term: string; size?: string } }>('/search', signedIn, ({ query }, reply) =>
  answer(reply, 'search', SEARCH, [query.term, Number(query.size ?? FOUND_SIZE)]),
);

server.post<{ Body: { id: string; title: string } }>('/tasks', signedIn, (request, reply) =>
  answer(reply, 'task', ADD_TASK, [request.body.id, subjectOf(request), request.body.title, MAX_ACTIVE_TASKS]),
);

server.put<{ Params: { id: string } }>('/registrations/:id', signedIn, async (request, reply) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({ name: 'lock', text: LOCK_EVENT, values: [request.params.id] });
    // A separate statement, because one that waits for a lock still reads what was there before it waited.
    const { rows } = await client.query<[string]>({
      name: 'register',
      text: ADD_REGISTRATION,
      values: [request.params.id, subjectOf(request)],
      rowMode: 'array',
    });
    await client.query('commit');
    return sendJson(reply, rows[0]?.[0]);
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});

await start();
