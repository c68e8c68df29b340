import type { FastifyInstance } from 'fastify';
import { createStudioItem, discardStudioItem } from '@portico/contracts/studio/studio';
import type { Dependencies } from '../../../dependencies.ts';
import { route } from '../../../http/api/route.ts';
import { actorOf, assertMayCreate } from '../access/actor.ts';
import { openItem } from '../studio.routes.ts';
import { createItem } from './createItem.ts';
import { discardItem } from './discardItem.ts';

/** Creating items, blank or as a copy, and discarding them. */
export function startingRoutes(portal: FastifyInstance, { db }: Pick<Dependencies, 'db'>): void {
  route(portal, createStudioItem, async ({ body, ...caller }) => {
    assertMayCreate(caller.person);
    await createItem(db, body, actorOf(caller));
    return openItem(db, actorOf(caller), body.id);
  });
  route(portal, discardStudioItem, ({ params, ...caller }) => discardItem(db, params.itemId, actorOf(caller)));
}
