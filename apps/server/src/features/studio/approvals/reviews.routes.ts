import type { FastifyInstance } from 'fastify';
import {
  approveStudioItem,
  listWaitingItems,
  requestStudioReview,
  returnStudioItem,
  withdrawStudioReview,
} from '@portico/contracts/studio/reviews';
import type { Dependencies } from '../../../dependencies.ts';
import { route } from '../../../http/api/route.ts';
import { actorOf } from '../access/actor.ts';
import { approveItem, requestReview, returnItem, withdrawReview } from '../reviews.queries.ts';
import { listWaiting } from './waiting.queries.ts';

/** Requesting, giving and returning approvals of items. */
export function studioReviewsRoutes(
  portal: FastifyInstance,
  parts: Pick<Dependencies, 'db' | 'config' | 'notify'>,
): void {
  route(portal, requestStudioReview, ({ params, body, ...caller }) =>
    requestReview(parts, params.itemId, body, actorOf(caller)),
  );
  route(portal, withdrawStudioReview, ({ params, ...caller }) => withdrawReview(parts, params.itemId, actorOf(caller)));
  route(portal, approveStudioItem, ({ params, body, ...caller }) =>
    approveItem(parts, params.itemId, body, actorOf(caller)),
  );
  route(portal, returnStudioItem, ({ params, body, ...caller }) =>
    returnItem(parts, params.itemId, body.comment, actorOf(caller)),
  );
  route(portal, listWaitingItems, async (caller) => ({
    items: await listWaiting(parts.db, actorOf(caller), parts.config.FIRM_TIME_ZONE),
  }));
}
