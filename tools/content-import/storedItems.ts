import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { fieldNames, fields as allFields } from '@portico/kinds/items';
import type { ContentKind } from '@portico/server/content/details';
import { publish, saveDraft, unpublish } from '@portico/server/content/publication';
import { contentOf, revisionColumns, RevisionRow, type RevisionContent } from '@portico/server/content/storedContent';
import type { Db } from '@portico/server/db/pool';
import { readRows } from '@portico/server/db/rows';
import { PortalError } from '@portico/server/errors';
import type { PlannedItem } from './plannedItems.ts';

/** Revisions read at once, and items written per transaction: small enough that concurrent writers hardly wait. */
const READ_AT_ONCE = 200;
const WRITTEN_AT_ONCE = 25;

export interface StoredItem {
  kind: ContentKind;
  version: number;
  isPublished: boolean;
  /** Whether a person has changed it in the portal since the last import. */
  isEdited: boolean;
  /** The published content, or the draft if it is not published. */
  content: RevisionContent;
}

const StoredRow = z.extend(RevisionRow, {
  key: z.string(),
  kind: z.custom<ContentKind>(),
  version: z.int(),
  publishedRevisionId: z.nullable(z.uuid()),
  isWritten: z.boolean(),
  wasPublished: z.boolean(),
});

/** What the portal stores for these items, by external id or, where a line has the portal's own, by id. */
export async function findStoredItems(
  db: Db,
  keys: string[],
  by: 'externalId' | 'id' = 'externalId',
): Promise<Map<string, StoredItem>> {
  const key = by === 'id' ? sql`item.id` : sql`item.external_id`;
  const list = (some: string[]) => (by === 'id' ? sql`${some}::uuid[]` : sql`${some}::text[]`);
  const stored = new Map<string, StoredItem>();
  for (let start = 0; start < keys.length; start += READ_AT_ONCE) {
    const rows = await readRows(
      db,
      StoredRow,
      sql`select ${revisionColumns}, ${key}::text as key, item.kind, item.version,
          item.published_revision_id as "publishedRevisionId", rev.created_by is not null as "isWritten",
          rev.first_published_at is not null as "wasPublished"
        from content_items item
        join content_revisions rev on rev.id in (item.published_revision_id, item.draft_revision_id)
        where ${key} = any(${list(keys.slice(start, start + READ_AT_ONCE))})`,
    );
    for (const { key: name, kind, version, publishedRevisionId, isWritten, wasPublished, ...revision } of rows) {
      const earlier = stored.get(name);
      const isPublished = publishedRevisionId !== null;
      const isShown = !isPublished || publishedRevisionId === revision.revisionId;
      stored.set(name, {
        kind,
        version,
        isPublished,
        // A draft whose revision was published before was unpublished by a person: when an import unpublishes, it
        // writes a new revision.
        isEdited: isWritten || (!isPublished && wasPublished) || (earlier?.isEdited ?? false),
        content: isShown || !earlier ? contentOf(kind, revision) : earlier.content,
      });
    }
  }
  return stored;
}

export type Outcome = { item: PlannedItem } & (
  | { kind: 'added' | 'updated' | 'unchanged' }
  | { kind: 'rejected'; reason: string }
);

/**
 * Stores the planned items and yields the outcome of each, in order. Items are written in small transactions, so that
 * running an interrupted import again completes it. Items that a person has edited are left unchanged.
 */
export async function* storeItems(
  db: Db,
  items: PlannedItem[],
  stored: Map<string, StoredItem>,
  now: Date,
): AsyncGenerator<Outcome> {
  for (let start = 0; start < items.length; start += WRITTEN_AT_ONCE) {
    const batch = items.slice(start, start + WRITTEN_AT_ONCE);
    const storeAll = (some: PlannedItem[]): Promise<Outcome[]> =>
      db.transaction().execute(async (trx) => {
        const outcomes: Outcome[] = [];
        for (const item of some) outcomes.push(await storeItem(trx, item, stored.get(item.key), now));
        return outcomes;
      });
    try {
      yield* await storeAll(batch);
    } catch (problem) {
      if (!isRejection(problem)) throw problem;
      // An item that can't be stored must not affect the others.
      for (const item of batch) {
        yield* await storeAll([item]).catch((error: unknown): Outcome[] => {
          if (!isRejection(error)) throw error;
          return [{ item, kind: 'rejected', reason: reasonOf(error) }];
        });
      }
    }
  }
}

async function storeItem(db: Db, item: PlannedItem, current: StoredItem | undefined, now: Date): Promise<Outcome> {
  if (current && current.kind !== item.kind)
    return { item, kind: 'rejected', reason: `the portal already has an item of kind ${current.kind} with this id` };
  if (current && current.isPublished !== item.isDraft && isSameContent(current.content, item.content))
    return { item, kind: 'unchanged' };
  if (current?.isEdited) return { item, kind: 'rejected', reason: 'it was edited in the portal and is left unchanged' };

  const { itemId } = item;
  let version = current?.version ?? 0;
  if (current?.isPublished && item.isDraft) ({ version } = await unpublish(db, { itemId, version }, { now }));
  ({ version } = await saveDraft(db, { itemId, kind: item.kind, externalId: item.externalId, version }, item.content, {
    now,
  }));
  if (!item.isDraft) await publish(db, { itemId, version }, { now });
  return { item, kind: current ? 'updated' : 'added' };
}

/** Compares instants by value and everything else as JSON, ignoring the order of keys. */
const isSameContent = (one: RevisionContent, other: RevisionContent): boolean =>
  isDeepStrictEqual(comparable(one), comparable(other));

const comparable = ({ fields, ...content }: RevisionContent): unknown => {
  const instants = fieldNames.filter((name) => allFields[name].is === 'instant' && fields[name] !== null);
  const times = instants.map((name) => [name, Date.parse(fields[name] as string)]);
  return JSON.parse(JSON.stringify({ ...content, fields: { ...fields, ...Object.fromEntries(times) } })) as unknown;
};

/** Whether the item is at fault, not the connection or server: the contract or a database constraint rejects it. */
function isRejection(error: unknown): boolean {
  return error instanceof PortalError || /^2[23]/.test((error as { code?: string }).code ?? '');
}

function reasonOf(error: unknown): string {
  const { message, issues = [] } = error as Error & { issues?: Array<{ path: string; message: string }> };
  return [message, ...issues.slice(0, 5).map((issue) => `${issue.path}: ${issue.message}`)].join(' ');
}
