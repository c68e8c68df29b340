import type { FastifyInstance } from 'fastify';
import { highlightsOf, readerPageOf, type ReaderPage } from '@portico/authoring/readerPage';
import { previewEvent } from '@portico/contracts/events';
import { previewHome } from '@portico/contracts/home';
import { previewNewsItem } from '@portico/contracts/news';
import { previewContentPage } from '@portico/contracts/pages';
import { previewResource } from '@portico/contracts/resources';
import type { StudioKind } from '@portico/contracts/studio/draft';
import { defaultWidgets } from '@portico/kinds/items/home/shape';
import { previewWidgets } from '@portico/contracts/widgets';
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
import type { Person } from '../../../sign-in/people.ts';
import type { Reader } from '../../../visibility/visibility.ts';
import { findAroundHome } from '../../home/home.queries.ts';
import { actorOf, type StudioActor } from '../access/actor.ts';
import { readDraft, type StoredDraft } from '../draftStore.queries.ts';
import { assertAllowed, openable, readStandings } from '../standing.queries.ts';
import { createAddress, endAddress, findAddress, listAddresses } from './previewAddresses.queries.ts';
import { previewItem } from './previewItem.ts';
import { findPreviewedHomes, findPreviewedPages } from './previewedItems.queries.ts';
import { readSurroundings } from './surroundings.queries.ts';

interface Caller {
  person: Person;
  reader: Reader;
}
type PageOf<Kind extends StudioKind> = Extract<ReaderPage, { kind: Kind }>['page'];

/** Previews of items as others will see them: for editors, and at an address that expires, for colleagues. */
export function previewsRoutes(portal: FastifyInstance, { db, config }: Pick<Dependencies, 'db' | 'config'>): void {
  route(portal, previewStudioItem, async ({ params, query, ...caller }) => {
    const actor = actorOf(caller);
    const settings = { now: actor.now, firmTimeZone: config.FIRM_TIME_ZONE };
    return previewItem(db, await openStored(db, params.itemId, actor), query, settings);
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
    const storedDraft = found(await readDraft(db, itemId, false), 'page');
    const isAllowed = isNamed || (await mayOpen(db, storedDraft, actorOf(caller)));
    const { kind, draft } = found(isAllowed ? storedDraft : undefined, 'page');
    const surroundings = await readSurroundings(db, storedDraft, caller.reader, config.FIRM_TIME_ZONE);
    return { kind, draft, surroundings, endsAt: address.endsAt, createdBy: address.createdBy };
  });
  readersAddresses(portal, { db, config });
}

/** Previews at the addresses of readers with `/preview`, for everyone who may open the item in the studio. */
function readersAddresses(portal: FastifyInstance, { db, config }: Pick<Dependencies, 'db' | 'config'>): void {
  /** Throws `not_found` for an item of another kind, as for one that does not exist. */
  const show = async <Kind extends StudioKind>(kind: Kind, itemId: string, caller: Caller): Promise<PageOf<Kind>> => {
    const storedDraft = await openStored(db, itemId, actorOf(caller));
    found(storedDraft.kind === kind || undefined, 'item');
    const { draft } = storedDraft;
    const surroundings = await readSurroundings(db, storedDraft, caller.reader, config.FIRM_TIME_ZONE);
    return readerPageOf(kind, { itemId, draft, surroundings, now: caller.reader.now }).page as PageOf<Kind>;
  };
  const firstOpenable = async (itemIds: string[], caller: Caller): Promise<string | undefined> => {
    const may = await openable(db, itemIds, actorOf(caller));
    return itemIds.find((id) => may.has(id));
  };
  const findHomeId = async (caller: Caller) => firstOpenable(await findPreviewedHomes(db, caller.reader), caller);
  route(portal, previewNewsItem, ({ params, ...caller }) => show('news', params.newsId, caller));
  route(portal, previewEvent, ({ params, ...caller }) => show('event', params.eventId, caller));
  route(portal, previewResource, ({ params, ...caller }) => show('resource', params.resourceId, caller));
  route(portal, previewContentPage, async ({ query: { path }, ...caller }) => {
    const itemId = found(await firstOpenable(await findPreviewedPages(db, path), caller), 'item');
    const page = await show('page', itemId, caller);
    return { ...page, path: page.path ?? path };
  });
  route(portal, previewHome, async (caller) => {
    const itemId = await findHomeId(caller);
    if (itemId !== undefined) return show('home', itemId, caller);
    return {
      notificationBanner: null,
      ...highlightsOf([]),
      ...(await findAroundHome(db, caller.reader, { firmTimeZone: config.FIRM_TIME_ZONE })),
    };
  });
  route(portal, previewWidgets, async (caller) => {
    const itemId = await findHomeId(caller);
    return {
      widgets:
        itemId === undefined ? defaultWidgets : (await openStored(db, itemId, actorOf(caller))).draft.fields.widgets,
    };
  });
}

async function openStored(db: Db, itemId: string, actor: StudioActor): Promise<StoredDraft> {
  const storedDraft = found(await readDraft(db, itemId, false), 'item');
  await assertAllowed(db, storedDraft, actor, 'open');
  return storedDraft;
}

async function mayOpen(db: Db, storedDraft: StoredDraft, actor: StudioActor): Promise<boolean> {
  const standing = (await readStandings(db, [storedDraft])).get(storedDraft.itemId);
  return standing !== undefined && mayDo(actor, 'open', standing);
}
