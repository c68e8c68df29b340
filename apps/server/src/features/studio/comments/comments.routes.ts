import type { FastifyInstance } from 'fastify';
import {
  listStudioThreads,
  replyToStudioThread,
  resolveStudioThread,
  startStudioThread,
} from '@portico/contracts/studio/comments';
import type { Dependencies } from '../../../dependencies.ts';
import { route } from '../../../http/api/route.ts';
import { actorOf } from '../access/actor.ts';
import { listThreads, reply, resolve, startThread } from './comments.queries.ts';

/** Comments on items, for people with a role in the studio. */
export function studioCommentsRoutes(portal: FastifyInstance, parts: Pick<Dependencies, 'db' | 'notify'>): void {
  route(portal, listStudioThreads, ({ params, ...caller }) => listThreads(parts.db, params.itemId, actorOf(caller)));
  route(portal, startStudioThread, ({ params, body, ...caller }) =>
    startThread(parts, params.itemId, body, actorOf(caller)),
  );
  route(portal, replyToStudioThread, ({ params, body, ...caller }) => reply(parts, params, body, actorOf(caller)));
  route(portal, resolveStudioThread, ({ params, body, ...caller }) =>
    resolve(parts, params, body.isResolved, actorOf(caller)),
  );
}
