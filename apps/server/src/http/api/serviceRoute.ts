import type { FastifyInstance } from 'fastify';
import type { z } from 'zod/mini';
import { Problem } from '@portico/contracts/errors';
import { serviceReads, type ServiceRead } from '@portico/contracts/serviceReads';
import { MAX_TRANSACTION, type Reader } from '../../visibility/visibility.ts';

/** No person: no row refers to it. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const failure = { description: 'Problem details', content: { 'application/problem+json': { schema: Problem } } };

/**
 * Sees what is for everyone and nothing else. It matches no rule of audience, not even one that only excludes people,
 * because somebody chose readers there.
 */
const serviceReader = (now: Date): Reader => ({
  id: NOBODY,
  advisorType: null,
  facts: [],
  matchedRules: '{}',
  rulesKnownBefore: MAX_TRANSACTION,
  now,
});

/**
 * Registers the call with which systems read a kind of item. Their token needs the scope of the same name; people have
 * calls of their own. Source: decisions/0196.
 */
export function serviceRoute<Name extends ServiceRead>(
  portal: FastifyInstance,
  { scope, now }: { scope: Name; now: () => Date },
  list: (
    reader: Reader,
    query: z.output<(typeof serviceReads)[Name]['query']>,
  ) => Promise<z.input<(typeof serviceReads)[Name]['response']>>,
): void {
  const { path, summary, query, response } = serviceReads[scope];
  portal.get(path, {
    config: { tokenScope: scope },
    schema: {
      summary,
      description: `Needs an API token with the scope \`${scope}\`.`,
      security: [{ apiToken: [] }],
      querystring: query,
      response: { 200: response, default: failure },
    },
    handler: async (request, reply) =>
      reply
        .header('cache-control', 'private, no-cache')
        .send(await list(serviceReader(now()), request.query as z.output<(typeof serviceReads)[Name]['query']>)),
  });
}
