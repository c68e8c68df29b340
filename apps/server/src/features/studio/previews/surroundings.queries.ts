import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import type { CreatorInfo } from '@portico/kinds/itemParts';
import type { Surroundings } from '@portico/contracts/studio/previews';
import { readRow } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import type { Reader } from '../../../visibility/visibility.ts';
import { findRegistrations } from '../../events/events.queries.ts';
import { findAroundHome } from '../../home/home.queries.ts';
import { hiddenEntriesFor } from '../../home/homePlacing.ts';
import { findRelatedNews } from '../../news/news.queries.ts';
import { findRelatedResources } from '../../resources/resources.queries.ts';
import { contentOf } from '../../../content/storedContent.ts';
import type { StoredDraft } from '../draftStore.queries.ts';

/** What the page of an item shows a reader besides what its editors write. */
export async function readSurroundings(
  db: Kysely<DB>,
  { itemId, kind, draft, revision }: StoredDraft,
  reader: Reader,
  firmTimeZone: string,
): Promise<Surroundings> {
  const { categories } = draft.fields;
  const related = { id: itemId, categories };
  const creatorInfo = revision ? contentOf(kind, revision).creatorInfo : await writerOf(db, itemId);
  const nothing: Surroundings = {
    createdAt: reader.now.toISOString(),
    creatorInfo,
    timeZone: firmTimeZone,
    news: [],
    resources: [],
    events: [],
    newSince: null,
    registrations: { taken: 0, waiting: 0, status: 'Unregistered', waitingPosition: null },
  };
  if (kind === 'news') return { ...nothing, news: await findRelatedNews(db, reader, related) };
  if (kind === 'resource') return { ...nothing, resources: await findRelatedResources(db, reader, related) };
  if (kind === 'home') {
    const { pins, entryAudiences } = draft.fields;
    const around = await findAroundHome(db, reader, { firmTimeZone, pins });
    return { ...nothing, ...around, hiddenEntries: hiddenEntriesFor(entryAudiences, reader) };
  }
  const row = kind === 'event' ? await findRegistrations(db, reader, itemId) : undefined;
  if (!row) return nothing;
  const registrations = {
    taken: row.spotsTaken,
    waiting: row.waiting,
    status: row.ownStatus === 'Registered' ? ('Registered' as const) : ('Unregistered' as const),
    waitingPosition: row.waitingPosition,
  };
  return { ...nothing, createdAt: row.createdAt, registrations };
}

const WriterRow = z.object({ name: z.nullable(z.string()) });

/** The byline of a new item: the last person who wrote in it. */
async function writerOf(db: Kysely<DB>, itemId: string): Promise<CreatorInfo> {
  const row = await readRow(
    db,
    WriterRow,
    sql`select ${displayName('person')} as name from studio_drafts draft join users person on person.id = draft.updated_by
      where draft.item_id = ${itemId}`,
  );
  return { kind: 'User', ...(row?.name ? { name: row.name } : {}) };
}
