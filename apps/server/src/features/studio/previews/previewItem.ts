import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import type { ItemContent } from '@portico/contracts/studio/draft';
import type { HiddenReason, previewStudioItem } from '@portico/contracts/studio/previews';
import { CannotGoLive, goLive } from '../../../content/goLive.ts';
import type { Db } from '../../../db/pool.ts';
import { rehearse } from '../../../db/rehearse.ts';
import { readRow, readRowOrThrow } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { found } from '../../../errors.ts';
import { saveRule, storedAudience } from '../../../visibility/audienceRules.ts';
import { addressedTo, isExpired, isStillToCome, visibleTo, type Reader } from '../../../visibility/visibility.ts';
import { contentOf, revisionColumns, RevisionRow } from '../../../content/storedContent.ts';
import { draftOf } from '../draftContent.ts';
import type { StoredDraft } from '../draftStore.queries.ts';
import { findSummary } from '../studioItems.queries.ts';
import { previewReader } from './previewReader.ts';
import { readSurroundings } from './surroundings.queries.ts';

type Preview = CallResult<typeof previewStudioItem>;
type Query = Received<typeof previewStudioItem>['query'];

/**
 * What an advisor type or a person sees of an item at a given time, or why it is hidden. Unpublished content is
 * published in a transaction that never commits, so that the result comes from the same visibility rule as for readers.
 * Throws `not_found` for an unknown person.
 */
export async function previewItem(
  db: Db,
  storedDraft: StoredDraft,
  query: Query,
  { now, firmTimeZone }: { now: Date; firmTimeZone: string },
): Promise<Preview> {
  const at = query.at === undefined ? now : new Date(query.at);
  const { reader, isDisabled } = await previewReader(db, query, at);
  const { goesLiveAt } = found(await findSummary(db, storedDraft.itemId, now), 'item');
  const shown = await rehearse(db, async (trx) => {
    if (query.of === 'Draft') await simulatePublication(trx, storedDraft, now);
    else if (goesLiveAt !== null && new Date(goesLiveAt) <= at)
      await goLiveIfPossible(trx, storedDraft.itemId, new Date(goesLiveAt));
    const revision = await readShown(trx, storedDraft);
    const draft = query.of === 'Readers' && revision ? revision.draft : storedDraft.draft;
    return {
      reasons: await reasonsAgainst(trx, storedDraft.itemId, reader),
      revision,
      surroundings: await readSurroundings(trx, { ...storedDraft, draft }, reader, firmTimeZone),
    };
  });
  const reasons: HiddenReason[] = isDisabled ? ['Disabled'] : shown.reasons;
  const isVisible = reasons.length === 0;
  const { revision, surroundings } = shown;
  if (query.of === 'Draft') return { isVisible, reasons, revision: null, draft: storedDraft.draft, surroundings };
  return { isVisible, reasons, revision: revision?.number ?? null, draft: revision?.draft ?? null, surroundings };
}

/** If the version cannot go live, nothing changes for readers. */
async function goLiveIfPossible(trx: Transaction<DB>, itemId: string, now: Date): Promise<void> {
  try {
    await goLive(trx, [itemId], { now });
  } catch (error) {
    if (!(error instanceof CannotGoLive)) throw error;
  }
}

/**
 * Gives the item the audience and dates of its draft. Everything else can be missing from a draft, so no real revision
 * is created. Visibility does not depend on when an event takes place, so the times of an event are placeholders.
 */
async function simulatePublication(
  trx: Transaction<DB>,
  { itemId, kind, draft }: StoredDraft,
  now: Date,
): Promise<void> {
  const { audience, audienceRule, expiresAt } = draft.fields;
  const publishedAt = draft.fields.publishedAt ?? now.toISOString();
  const lastsUntil = expiresAt !== null && Date.parse(expiresAt) > Date.parse(publishedAt) ? expiresAt : null;
  const takesPlaceAt = kind === 'event' ? publishedAt : null;
  await saveRule(trx, { audience, audienceRule });
  await sql`
    with pretended as (
      insert into content_revisions (item_id, number, header, description, published_at, creator_kind, components)
      select ${itemId}, coalesce(max(number), 0) + 1, 'Preview', '', ${publishedAt}, 'System', '[]'
      from content_revisions where item_id = ${itemId} returning id)
    update content_items set published_revision_id = (select id from pretended), published_at = ${publishedAt},
      expires_at = ${lastsUntil}, audience = ${storedAudience({ audience, audienceRule })},
      starts_at = ${takesPlaceAt}, ends_at = ${takesPlaceAt}
    where id = ${itemId}`.execute(trx);
}

const ReasonsRow = z.object({
  isVisible: z.boolean(),
  isPublished: z.boolean(),
  isStillToCome: z.boolean(),
  isExpired: z.boolean(),
  isAddressed: z.boolean(),
});

async function reasonsAgainst(trx: Transaction<DB>, itemId: string, reader: Reader): Promise<HiddenReason[]> {
  const row = await readRowOrThrow(
    trx,
    ReasonsRow,
    sql`select coalesce(${visibleTo(reader)}, false) as "isVisible", item.published_revision_id is not null as "isPublished",
        coalesce(${isStillToCome(reader.now)}, false) as "isStillToCome", coalesce(${isExpired(reader.now)}, false) as "isExpired",
        coalesce(${addressedTo(reader)}, false) as "isAddressed"
      from content_items item where item.id = ${itemId}`,
  );
  if (row.isVisible) return [];
  if (!row.isPublished) return ['NotPublished'];
  return [
    ...(row.isStillToCome ? (['StillToCome'] as const) : []),
    ...(row.isExpired ? (['Expired'] as const) : []),
    ...(row.isAddressed ? [] : (['OtherAudience'] as const)),
  ];
}

async function readShown(
  trx: Transaction<DB>,
  { itemId, kind }: StoredDraft,
): Promise<{ number: number; draft: ItemContent } | undefined> {
  const row = await readRow(
    trx,
    RevisionRow,
    sql`select ${revisionColumns} from content_items item join content_revisions rev on rev.id = item.published_revision_id
      where item.id = ${itemId}`,
  );
  return row && { number: row.number, draft: draftOf(contentOf(kind, row)) };
}
