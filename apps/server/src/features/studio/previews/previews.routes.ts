import type { FastifyInstance } from 'fastify';
import { mayDo } from '@portico/authoring/mayDo';
import {
  createPreviewAddress,
  endPreviewAddress,
  listPreviewAddresses,
  previewStudioItem,
  readPreview,
} from '@portico/contracts/studio/previews';
import type { Db } from '../../../db/pool.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { found } from '../../../errors.ts';
import { route } from '../../../http/api/route.ts';
import { actorOf, type StudioActor } from '../access/actor.ts';
import { readDraft, type StoredDraft } from '../draftStore.queries.ts';
import { assertAllowed, readStandings } from '../standing.queries.ts';
import { createAddress, endAddress, findAddress, listAddresses } from './previewAddresses.queries.ts';
import { previewItem } from './previewItem.ts';

/** Previews of items as others will see them: for editors, and at an address that expires, for colleagues. */
export function previewsRoutes(portal: FastifyInstance, { db }: Pick<Dependencies, 'db'>): void {
  route(portal, previewStudioItem, async ({ params, query, ...caller }) => {
    const actor = actorOf(caller);
    return previewItem(db, await openStored(db, params.itemId, actor), query, actor.now);
  });
  const answer = async (itemId: string, actor: StudioActor, work: () => Promise<void>) => {
    await openStored(db, itemId, actor);
    await work();
    return { items: await listAddresses(db, itemId, actor.now) };
  };
  route(portal, listPreviewAddresses, ({ params, ...caller }) =>
    answer(params.itemId, actorOf(caller), async () => {}),
  );
  route(portal, createPreviewAddress, ({ params, body, ...caller }) => {
    const actor = actorOf(caller);
    return answer(params.itemId, actor, () => createAddress(db, { ...params, ...body }, actor));
  });
  route(portal, endPreviewAddress, ({ params, ...caller }) => {
    const actor = actorOf(caller);
    return answer(params.itemId, actor, () => endAddress(db, params, actor));
  });
  route(portal, readPreview, async ({ params, ...caller }) => {
    const { itemId, isNamed, ...address } = found(await findAddress(db, params.previewId, caller.reader), 'page');
    const stored = found(await readDraft(db, itemId, false), 'page');
    const isAllowed = isNamed || (await mayOpen(db, stored, actorOf(caller)));
    const { kind, draft } = found(isAllowed ? stored : undefined, 'page');
    return { kind, draft, endsAt: address.endsAt, createdBy: address.createdBy };
  });
}

async function openStored(db: Db, itemId: string, actor: StudioActor): Promise<StoredDraft> {
  const stored = found(await readDraft(db, itemId, false), 'item');
  await assertAllowed(db, stored, actor, 'open');
  return stored;
}

async function mayOpen(db: Db, stored: StoredDraft, actor: StudioActor): Promise<boolean> {
  const standing = (await readStandings(db, [stored])).get(stored.itemId);
  return standing !== undefined && mayDo(actor, 'open', standing);
}
