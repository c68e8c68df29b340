import type { FastifyInstance } from 'fastify';
import { mayManage } from '@portico/authoring/mayDo';
import {
  deleteStudioItem,
  extendStudioItem,
  getStudioRetention,
  holdStudioItem,
  liftStudioHold,
  listStudioActivity,
  restoreStudioItem,
  type Retention,
} from '@portico/contracts/studio/retention';
import type { Dependencies } from '../../../dependencies.ts';
import { found } from '../../../errors.ts';
import { route } from '../../../http/api/route.ts';
import { actorOf, assertMayManage, type StudioActor } from '../access/actor.ts';
import { readDraft } from '../draftStore.queries.ts';
import { assertAllowed } from '../standing.queries.ts';
import { openItem } from '../studio.routes.ts';
import { deleteItem, extendItem, restoreItem, setHold } from './itemRetention.ts';
import { findRetention, listActivity } from './retention.queries.ts';

/** The end of an item's life: expiration, archive, holds and deletion. */
export function retentionRoutes(portal: FastifyInstance, { db, config }: Pick<Dependencies, 'db' | 'config'>): void {
  const retentionDays = config.CONTENT_RETENTION_DAYS;
  const assertMayOpen = async (itemId: string, actor: StudioActor) => {
    await assertAllowed(db, found(await readDraft(db, itemId, false), 'item'), actor, 'open');
  };
  const retentionOf = async (itemId: string, actor: StudioActor): Promise<Retention> => {
    await assertMayOpen(itemId, actor);
    const retention = await findRetention(db, itemId, { retentionDays, now: actor.now });
    return { ...retention, isAdministrator: mayManage(actor) };
  };
  route(portal, getStudioRetention, ({ params, ...caller }) => retentionOf(params.itemId, actorOf(caller)));
  route(portal, holdStudioItem, async ({ params, body, ...caller }) => {
    const actor = actorOf(caller);
    assertMayManage(actor);
    await setHold(db, params.itemId, body.reason, actor);
    return retentionOf(params.itemId, actor);
  });
  route(portal, liftStudioHold, async ({ params, ...caller }) => {
    const actor = actorOf(caller);
    assertMayManage(actor);
    await setHold(db, params.itemId, null, actor);
    return retentionOf(params.itemId, actor);
  });
  route(portal, deleteStudioItem, async ({ params, body, ...caller }) => {
    const actor = actorOf(caller);
    assertMayManage(actor);
    await deleteItem(db, params.itemId, { ...body, retentionDays }, actor);
  });
  route(portal, restoreStudioItem, async ({ params, body, ...caller }) => {
    await restoreItem(db, params.itemId, body.version, actorOf(caller));
    return openItem(db, actorOf(caller), params.itemId);
  });
  route(portal, extendStudioItem, async ({ params, body, ...caller }) => {
    await extendItem(db, params.itemId, body, actorOf(caller));
    return openItem(db, actorOf(caller), params.itemId);
  });
  route(portal, listStudioActivity, async ({ params, ...caller }) => {
    await assertMayOpen(params.itemId, actorOf(caller));
    return { items: await listActivity(db, params.itemId) };
  });
}
