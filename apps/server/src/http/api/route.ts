import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import { IDEMPOTENCY_KEY_HEADER, type CallResult, type Endpoint, type Received } from '@portico/contracts/endpoint';
import { api } from '@portico/contracts/api';
import { Problem } from '@portico/contracts/errors';
import type { Db } from '../../db/pool.ts';
import type { Person } from '../../sign-in/people.ts';
import { actingRefusals, actingScopes, isViewable, type NeededScope } from './actingScopes.ts';
import { sendAnswer, type JsonAnswer } from './jsonAnswer.ts';
import type { Reader } from '../../visibility/visibility.ts';

/**
 * Who calls: as a person with roles, and as the reader whose visibility counts. Both are undefined on routes that
 * anyone may call. `reads` is the database for data that may be as old as `DATABASE_READ_MAX_LAG_MS`, but never older
 * than what the person has written: a replica, if there are any.
 */
type Caller<E extends Endpoint> = E['access'] extends 'anyone'
  ? { person: undefined; reader: undefined }
  : { person: Person; reader: Reader; reads: Db };

const failure = { description: 'Problem details', content: { 'application/problem+json': { schema: Problem } } };

/** The other headers pass through unchecked. */
const KeyHeader = z.looseObject({
  [IDEMPOTENCY_KEY_HEADER]: z.optional(
    z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/, 'A key has 1 to 200 visible characters')),
  ),
});

/**
 * Throws unless every endpoint of the contract has a route. Call it once all routes are registered, so that a forgotten
 * one stops the server at startup instead of breaking a page.
 */
export function assertEveryEndpointHasRoute(portal: FastifyInstance): void {
  const missing = Object.entries<Endpoint>(api).filter(
    ([, { method, path }]) => !portal.hasRoute({ method, url: path }),
  );
  if (missing.length === 0) return;
  const list = missing.map(([name, { method, path }]) => `${name} (${method} ${path})`).join(', ');
  throw new Error(`These calls of contracts/api.ts have no route: ${list}.`);
}

const operations = new Map(
  Object.entries<Endpoint>(api).map(([name, endpoint]) => [endpoint, name as keyof typeof api]),
);

const actingDescription = (scope: NeededScope): string =>
  `A delegate can call this for somebody, named in the header \`Acting-For\`, with ${scope === 'Any' ? 'any scope' : `the scope \`${scope}\``}.`;

/** What a change is about: the id in its path or its body, and the choice that it makes. */
function subjectOf(params: unknown, body: unknown): { objectId: string | null; choice: string | null } {
  const [first] = Object.values((params ?? {}) as Record<string, string>);
  const { id, status, registrationStatus } = (body ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { objectId: first ?? text(id), choice: text(registrationStatus) ?? text(status) };
}

/**
 * Registers the route of an endpoint. Before the handler runs, sign-in and role are checked and the input is parsed by
 * the endpoint's schemas; only the fields of the response schema leave the server. `http` is for the few handlers that
 * need more, such as a cookie.
 */
export function route<E extends Endpoint>(
  portal: FastifyInstance,
  endpoint: E,
  handler: (
    received: Received<E> & Caller<E>,
    http: { request: FastifyRequest; reply: FastifyReply },
  ) => Promise<CallResult<E> extends undefined ? void : CallResult<E> | JsonAnswer>,
  config: Pick<FastifyContextConfig, 'rateLimit' | 'jsonLimits' | 'checksReadOnly'> = {},
): void {
  const operationId = operations.get(endpoint);
  if (!operationId)
    throw new Error(`${endpoint.method} ${endpoint.path} has a route but is missing from contracts/api.ts.`);
  const actingScope = actingScopes[operationId];
  portal.route({
    method: endpoint.method,
    url: endpoint.path,
    config: {
      access: endpoint.access,
      isHidden: endpoint.isHidden,
      actingScope,
      actingRefusal: actingRefusals[operationId],
      isViewable: isViewable(operationId),
      ...config,
    },
    schema: {
      operationId,
      summary: endpoint.summary,
      ...(actingScope === undefined ? {} : { description: actingDescription(actingScope) }),
      ...(endpoint.access === 'anyone' ? { security: [] } : {}),
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {}),
      ...(endpoint.isIdempotent ? { headers: KeyHeader } : {}),
      response: { ...(endpoint.response ? { [endpoint.status]: endpoint.response } : {}), default: failure },
    },
    async handler(request, reply) {
      const { params, query, body, person, reader, reads } = request;
      const idempotencyKey = endpoint.isIdempotent ? request.headers[IDEMPOTENCY_KEY_HEADER] : undefined;
      const handle = () =>
        handler({ params, query, body, person, reader, reads, idempotencyKey } as Received<E> & Caller<E>, {
          request,
          reply,
        });
      const { recordAct } = request;
      const result =
        recordAct === undefined || endpoint.method === 'GET'
          ? await handle()
          : await recordAct({ action: operationId, ...subjectOf(params, body) }, handle);
      if (!endpoint.response) return reply.code(204).send();
      // No cache may store a draft, or what is read for somebody else. Source: TRUST A4.
      const isStored = !endpoint.isHidden && request.actor === undefined;
      void reply.code(endpoint.status).header('cache-control', isStored ? 'private, no-cache' : 'no-store');
      return sendAnswer(reply, result);
    },
  });
}
