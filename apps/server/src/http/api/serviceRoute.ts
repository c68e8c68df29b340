import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { z } from 'zod/mini';
import { Problem } from '@portico/contracts/errors';
import { serviceItems, serviceReads, type ServiceItem, type ServiceRead } from '@portico/contracts/serviceReads';
import { found } from '../../errors.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { sendAnswer, type JsonAnswer } from './jsonAnswer.ts';

/** Not a person: no row refers to this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const ItemParams = z.object({ id: z.uuid() });
const failure = { description: 'Problem details', content: { 'application/problem+json': { schema: Problem } } };

/**
 * Sees only what is addressed to everyone. It matches no audience rule, not even one that only excludes people, because
 * a rule means that somebody chose the readers.
 */
const serviceReader = (now: Date): Reader => ({
  id: NOBODY,
  advisorType: null,
  facts: null,
  now,
});

interface Service<Name> {
  scope: Name;
  now: () => Date;
}

interface Http {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Registers a call with which systems list items of a kind, or search. Their token needs the scope of the same name;
 * people have separate calls. Source: decisions/0196.
 */
export function serviceRoute<Name extends ServiceRead>(
  portal: FastifyInstance,
  { scope, now }: Service<Name>,
  read: (
    reader: Reader,
    query: z.output<(typeof serviceReads)[Name]['query']>,
    http: Http,
  ) => Promise<z.input<(typeof serviceReads)[Name]['response']> | JsonAnswer>,
): void {
  const { query, ...call } = serviceReads[scope];
  register(portal, scope, { ...call, input: { querystring: query } }, (http) =>
    read(serviceReader(now()), http.request.query as z.output<(typeof serviceReads)[Name]['query']>, http),
  );
}

/**
 * Registers the call for one item of the same kind; an item that is not for everyone is not found. Source:
 * decisions/0199.
 */
export function serviceItemRoute<Name extends ServiceItem>(
  portal: FastifyInstance,
  { scope, now }: Service<Name>,
  find: (
    reader: Reader,
    id: string,
    http: Http,
  ) => Promise<z.input<(typeof serviceItems)[Name]['response']> | JsonAnswer | undefined>,
): void {
  register(portal, scope, { ...serviceItems[scope], input: { params: ItemParams } }, async (http) =>
    found(await find(serviceReader(now()), (http.request.params as z.infer<typeof ItemParams>).id, http), 'item'),
  );
}

interface Call {
  path: string;
  summary: string;
  input: Pick<FastifySchema, 'params' | 'querystring'>;
  response: z.ZodMiniType;
}

function register(
  portal: FastifyInstance,
  scope: ServiceRead,
  { path, summary, input, response }: Call,
  answer: (http: Http) => Promise<unknown>,
): void {
  portal.get(path, {
    config: { tokenScope: scope },
    schema: {
      summary,
      description: `Needs an API token with the scope \`${scope}\`.`,
      security: [{ apiToken: [] }],
      ...input,
      response: { 200: response, default: failure },
    },
    handler: async (request, reply) => {
      const answered = await answer({ request, reply });
      return sendAnswer(reply.header('cache-control', 'private, no-cache'), answered);
    },
  });
}
