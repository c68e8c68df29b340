import type { FastifyInstance } from 'fastify';
import { mayCreateCategory } from '@portico/authoring/mayDo';
import {
  findLinkTargets,
  findPinnableItems,
  listStudioCategories,
  listStudioDocuments,
  listStudioPictures,
  type LinkTargetOption,
} from '@portico/contracts/studio/pickers';
import {
  archiveStudioItem,
  changeStudioItem,
  followStudioItem,
  getStudioItem,
  getStudioRevision,
  listNewFiles,
  listStudioItems,
  listStudioRevisions,
  publishStudioItem,
  type StudioItem,
} from '@portico/contracts/studio/studio';
import { dayIn } from '@portico/contracts/times';
import type { Db } from '../../db/pool.ts';
import type { Dependencies } from '../../dependencies.ts';
import { found } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import { actorOf, type StudioActor } from './access/actor.ts';
import { readAddresses, type LaunchAddresses } from '../../content/applicationAccess.ts';
import { findAttachedFiles } from '../../content/attachedFiles.ts';
import { findNewFiles } from './newFiles.ts';
import { listKnownCategories } from './categories.queries.ts';
import { checksRoutes } from './checks/checks.routes.ts';
import { listDocuments, listPictures } from './library.queries.ts';
import { readDraft } from './draftStore.queries.ts';
import { follow, listPeople } from './presence.queries.ts';
import { assertCanNotify } from './assertCanNotify.ts';
import { archiveItem, publishItem } from './publishItem.ts';
import { linkFactsOf } from './links/deadLinks.queries.ts';
import { createRecentItems } from './recentItems.ts';
import { findRevision, listRevisions } from './revisions.queries.ts';
import { saveChanges } from './saveChanges.ts';
import { assertAllowed, describeStanding } from './standing.queries.ts';
import { findLinks, findPinnable, findSummary, listItems } from './studioItems.queries.ts';
import { SAVE_LIMITS } from './wholeChanges.ts';
import { ADD_APPLICATION, applicationNames, UNLISTED_APPLICATION } from '@portico/contracts/applications';

/** The studio, where editors write. It does not exist for people without a role in it. */
export function studioRoutes(portal: FastifyInstance, parts: Pick<Dependencies, 'db' | 'config' | 'notify'>): void {
  const { db, config } = parts;
  route(portal, listStudioItems, ({ query, ...caller }) =>
    listItems(db, query, actorOf(caller), dayIn(config.FIRM_TIME_ZONE, caller.reader.now)),
  );
  route(portal, getStudioItem, ({ params, ...caller }) => openItem(db, actorOf(caller), params.itemId));
  const saving = { ...parts, recent: createRecentItems() };
  route(
    portal,
    changeStudioItem,
    ({ params, body, ...caller }) => saveChanges(saving, params.itemId, body, actorOf(caller), caller.reader),
    { jsonLimits: SAVE_LIMITS, checksReadOnly: true },
  );
  route(portal, followStudioItem, ({ params, body, ...caller }) => follow(db, params.itemId, body, actorOf(caller)));
  route(portal, publishStudioItem, async ({ params, body, ...caller }) => {
    assertCanNotify(config, body.notifyBy);
    await publishItem(db, params.itemId, body, { ...actorOf(caller), ...linkFactsOf(config, caller.reader.now) });
    return openItem(db, actorOf(caller), params.itemId);
  });
  route(portal, archiveStudioItem, async ({ params, body, ...caller }) => {
    await archiveItem(db, params.itemId, body.version, actorOf(caller));
    return openItem(db, actorOf(caller), params.itemId);
  });
  route(portal, listNewFiles, async ({ params, ...caller }) => {
    const { storedDraft } = await openStored(db, actorOf(caller), params.itemId);
    const [items, attached] = [await findNewFiles(db, storedDraft), await findAttachedFiles(db, storedDraft.itemId)];
    const listedDocument = ({ id, title }: { id: string; title: string }) => ({ documentId: id, title });
    return { items: items.map(listedDocument), attached: attached.map(listedDocument) };
  });
  route(portal, listStudioRevisions, async ({ params, ...caller }) => {
    await openStored(db, actorOf(caller), params.itemId);
    return { items: await listRevisions(db, params.itemId) };
  });
  route(portal, getStudioRevision, async ({ params, ...caller }) => {
    await openStored(db, actorOf(caller), params.itemId);
    return found(await findRevision(db, params.itemId, params.number), 'revision');
  });
  checksRoutes(portal, parts);
  route(portal, listStudioCategories, async ({ reader, ...caller }) => {
    const actor = actorOf({ ...caller, reader });
    return { items: await listKnownCategories(db, { actor, reader }), mayCreate: mayCreateCategory(actor) };
  });
  route(portal, listStudioDocuments, ({ query, ...caller }) =>
    listDocuments(db, query, { actor: actorOf(caller), reader: caller.reader }),
  );
  route(portal, listStudioPictures, ({ query, ...caller }) =>
    listPictures(db, query, { actor: actorOf(caller), reader: caller.reader }),
  );
  route(portal, findPinnableItems, async ({ query, ...caller }) => ({
    items: await findPinnable(db, query, { actor: actorOf(caller), reader: caller.reader }),
  }));
  route(portal, findLinkTargets, async ({ query: { text }, ...caller }) => ({
    items: [
      ...applicationLinks(await readAddresses(db, config.APPLICATION_ADDRESSES), text),
      ...(await findLinks(db, text, { actor: actorOf(caller), reader: caller.reader })),
    ],
  }));
}

async function openStored(db: Db, actor: StudioActor, itemId: string) {
  const storedDraft = found(await readDraft(db, itemId, false), 'item');
  return { storedDraft, standing: await assertAllowed(db, storedDraft, actor, 'open') };
}

/** An item with everything that the editor needs. Throws `not_found`. */
export async function openItem(db: Db, actor: StudioActor, itemId: string): Promise<StudioItem> {
  const { storedDraft, standing } = await openStored(db, actor, itemId);
  const { version, sequence, draft } = storedDraft;
  const summary = found(await findSummary(db, itemId, actor.now), 'item');
  return {
    ...summary,
    version,
    sequence,
    draft,
    people: await listPeople(db, itemId, actor),
    ...(await describeStanding(db, storedDraft, standing, actor)),
  };
}

/** Applications whose name contains the text. Those without their own address link to the page of all applications. */
function applicationLinks(addresses: LaunchAddresses, text: string): LinkTargetOption[] {
  return applicationNames
    .filter((name) => name !== UNLISTED_APPLICATION && name !== ADD_APPLICATION)
    .filter((name) => name.toLowerCase().includes(text.toLowerCase()))
    .map((name) => ({ title: name, href: addresses[name] ?? '/applications', kind: 'application' }));
}
