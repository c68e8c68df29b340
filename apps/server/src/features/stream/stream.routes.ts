import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import { Problem } from '@portico/contracts/errors';
import { streamPath } from '@portico/contracts/stream';
import type { Dependencies } from '../../dependencies.ts';
import { listenForAnnouncements, type Listening } from '../../push/listen.ts';
import { createOpenStreams } from './openStreams.ts';

/**
 * Server-sent events to signed-in people. The first stream of the process begins to listen to PostgreSQL. What is written goes past
 * Fastify, so that nothing compresses or keeps it. Source: decisions/0053.
 */
export function streamRoutes(
  portal: FastifyInstance,
  { config, logger }: Pick<Dependencies, 'config' | 'logger'>,
): void {
  let listening: Listening | undefined;
  const streams = createOpenStreams(() => listening?.isConnected() === true);
  // Before connections are waited for, or their streams would hold the end.
  portal.addHook('preClose', async () => {
    streams.close();
    await listening?.close();
  });

  portal.get(
    streamPath,
    {
      exposeHeadRoute: false,
      config: { access: 'member' },
      schema: {
        operationId: 'openStream',
        summary:
          'Server-sent events that say what has changed for the person; each has a topic and asks for nothing but to look again',
        response: {
          200: { description: 'Events', content: { 'text/event-stream': { schema: z.string() } } },
          default: { description: 'Problem details', content: { 'application/problem+json': { schema: Problem } } },
        },
      },
    },
    async (request, reply) => {
      listening ??= listenForAnnouncements(
        { url: config.DATABASE_LISTEN_URL ?? config.DATABASE_URL, logger },
        { announcement: streams.tell, connected: streams.greetAll },
      );
      streams.open(
        { response: reply.raw, personId: request.person!.id, checkSignIn: request.checkSignIn! },
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
