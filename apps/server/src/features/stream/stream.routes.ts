import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import { mayOpen } from '@portico/authoring/mayDo';
import { Problem } from '@portico/contracts/errors';
import { POSITION_PATTERN, streamPath } from '@portico/contracts/stream';
import type { Db } from '../../db/pool.ts';
import { readChanges } from '../../push/changes.ts';
import type { Push } from '../../push/listen.ts';
import { createOpenStreams } from './openStreams.ts';

const StreamQuery = z.object({ since: z.optional(z.string().check(z.regex(POSITION_PATTERN))) });

/**
 * Server-sent events for signed-in people. Writes bypass Fastify, so that nothing compresses or buffers them. Source:
 * decisions/0053, decisions/0228.
 */
export function streamRoutes(portal: FastifyInstance, { db, push }: { db: Db; push: Push }): void {
  const streams = createOpenStreams({
    isListening: () => push.isConnected(),
    readChanges: (recipients, since) => readChanges(db, recipients, since),
    mayRead: (person, { departments }) => mayOpen(person, departments),
  });
  push.onHeard({ announcement: streams.dispatch, accessChanged: streams.checkPerson, connected: streams.catchUpAll });
  // Runs before Fastify waits for connections to end, which open streams would prevent.
  portal.addHook('preClose', async () => streams.close());

  portal.get(
    streamPath,
    {
      exposeHeadRoute: false,
      config: { access: 'member', actingScope: 'Any', isViewable: true },
      schema: {
        operationId: 'openStream',
        summary:
          'Server-sent events of what has changed for the person: a topic to fetch again, or in `data` what was saved',
        querystring: StreamQuery,
        response: {
          200: { description: 'Events', content: { 'text/event-stream': { schema: z.string() } } },
          default: { description: 'Problem details', content: { 'application/problem+json': { schema: Problem } } },
        },
      },
    },
    async (request, reply) => {
      push.start();
      const { since } = request.query as z.infer<typeof StreamQuery>;
      streams.open(
        {
          response: reply.raw,
          personId: request.person!.id,
          person: request.person,
          checkSignIn: request.checkSignIn!,
          isOwn: request.actor === undefined,
          position: since === undefined ? undefined : BigInt(since),
        },
        {
          ...reply.getHeaders(),
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
          connection: 'close',
        },
      );
      reply.hijack();
    },
  );
}
