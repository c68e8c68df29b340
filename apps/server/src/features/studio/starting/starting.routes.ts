import type { FastifyInstance } from 'fastify';
import { createStudioItem } from '@portico/contracts/studio/studio';
import type { Dependencies } from '../../../dependencies.ts';
import { route } from '../../../http/api/route.ts';
import { actorOf, assertMayCreate } from '../access/actor.ts';
import { openItem } from '../studio.routes.ts';
import { createItem } from './createItem.ts';

/** How items begin: blank, or as a copy of another one. */
export function startingRoutes(portal: FastifyInstance, { db }: Pick<Dependencies, 'db'>): void {
  route(portal, createStudioItem, async ({ body, ...caller }) => {
    assertMayCreate(caller.person);
    await createItem(db, body, actorOf(caller));
    return openItem(db, actorOf(caller), body.id);
  });
}
