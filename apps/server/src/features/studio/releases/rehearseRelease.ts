import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import type { StudioKind } from '@portico/contracts/studio/draft';
import { previewedKinds, type previewRelease } from '@portico/contracts/studio/releases';
import { goLive } from '../../../content/goLive.ts';
import { contentOf, revisionColumns, RevisionRow } from '../../../content/storedContent.ts';
import { listedItems, listPage } from '../../../content/listPage.ts';
import type { Db } from '../../../db/pool.ts';
import { rehearse } from '../../../db/rehearse.ts';
import { Instant, readRows } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { visibleTo, type Reader } from '../../../visibility/visibility.ts';
import { PortalError } from '../../../errors.ts';
import type { StudioActor } from '../access/actor.ts';
import { draftOf } from '../draftContent.ts';
import { previewReader } from '../previews/previewReader.ts';
import { assertApproved } from './assertApproved.ts';
import { openable } from '../standing.queries.ts';
import { findRelease, waitingItems } from './releases.queries.ts';

type Preview = CallResult<typeof previewRelease>;

const ENTRIES = 10;

/**
 * The portal as this reader will find it once the release is live: publishes the release in a transaction that never
 * commits, and reads the result. For a release that is already live, it shows the current state. Throws CannotGoLive,
 * `not_found`, `forbidden` when the editor may not open some of its items.
 */
export async function rehearseRelease(
  db: Db,
  releaseId: string,
  { at, ...who }: Received<typeof previewRelease>['query'],
  editor: StudioActor,
): Promise<Preview> {
  const { goesLiveAt, items } = await findRelease(db, releaseId, editor);
  const ids = items.map(({ itemId }) => itemId);
  if ((await openable(db, ids, editor)).size < ids.length)
    throw new PortalError('forbidden', 'It includes items from departments that you don’t have a role in.');
  const now = new Date(Math.max(editor.now.getTime(), Date.parse(goesLiveAt ?? '') || 0));
  const seenAt = new Date(Math.max(now.getTime(), Date.parse(at ?? '') || 0));
  const { reader, isDisabled } = await previewReader(db, who, seenAt);
  return rehearse(db, async (trx) => {
    const waiting = await waitingItems(trx, releaseId);
    await assertApproved(trx, waiting);
    await goLive(trx, waiting, { actorId: editor.id, now });
    const items = await readItems(trx, reader, ids);
    if (isDisabled)
      return {
        lists: previewedKinds.map((kind) => ({ kind, total: 0, entries: [] })),
        items: items.map((item) => ({ ...item, isVisible: false })),
      };
    const lists: Preview['lists'] = [];
    for (const kind of previewedKinds) lists.push(await listEntries(trx, reader, kind, ids));
    return { lists, items };
  });
}

const EntryRow = z.object({ id: z.uuid(), title: z.string(), publishedAt: Instant });

async function listEntries(
  db: Kysely<DB>,
  reader: Reader,
  kind: (typeof previewedKinds)[number],
  released: string[],
): Promise<Preview['lists'][number]> {
  const { where: listed } = listedItems(reader, kind, {});
  const where = kind === 'event' ? sql<boolean>`${listed} and item.ends_at >= ${reader.now}` : listed;
  const { rows, total } = await listPage(db, {
    where,
    total: sql`select count(*)::int as total from content_items item where ${where}`,
    orderBy: kind === 'event' ? sql`item.starts_at` : sql`item.published_at`,
    sort: kind === 'event' ? 'Ascending' : 'Descending',
    Row: EntryRow,
    columns: sql`item.id, item.title, item.published_at as "publishedAt"`,
    page: 1,
    pageSize: ENTRIES,
  });
  const entries = rows.map(({ id, ...entry }) => ({ itemId: id, ...entry, isInRelease: released.includes(id) }));
  return { kind, total, entries };
}

const ItemRow = z.object({
  ...RevisionRow.shape,
  itemId: z.uuid(),
  kind: z.custom<StudioKind>(),
  isVisible: z.boolean(),
});

async function readItems(db: Kysely<DB>, reader: Reader, ids: string[]): Promise<Preview['items']> {
  const rows = await readRows(
    db,
    ItemRow,
    sql`
      select item.id as "itemId", item.kind, coalesce(${visibleTo(reader)}, false) as "isVisible", ${revisionColumns}
      from content_items item join content_revisions rev on rev.id = item.published_revision_id
      where item.id = any (${ids}::uuid[]) order by rev.header, item.id`,
  );
  return rows.map(({ itemId, kind, isVisible, ...revision }) => ({
    itemId,
    kind,
    isVisible,
    draft: draftOf(contentOf(kind, revision)),
  }));
}
