import { isDeepStrictEqual } from 'node:util';
import type { Audience } from '@portico/kinds/audience';
import type { ContentKind } from '@portico/server/content/details';
import { publish, saveDraft, unpublish, type ContentDraft } from '@portico/server/content/publication';
import type { Db } from '@portico/server/db/pool';
import { PortalError } from '@portico/server/errors';
import { audienceOf, ruleColumn } from '@portico/server/visibility/audienceRules';
import { itemIdOf } from './itemId.ts';
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
  content: ContentDraft;
}

/** What the portal stores for these items, by external id. */
export async function findStoredItems(db: Db, externalIds: string[]): Promise<Map<string, StoredItem>> {
  const stored = new Map<string, StoredItem>();
  for (let start = 0; start < externalIds.length; start += READ_AT_ONCE) {
    const rows = await db
      .selectFrom('content_items as item')
      .innerJoin('content_revisions as rev', (join) =>
        join.on((eb) =>
          eb.or([
            eb('rev.id', '=', eb.ref('item.published_revision_id')),
            eb('rev.id', '=', eb.ref('item.draft_revision_id')),
          ]),
        ),
      )
      .where('item.external_id', 'in', externalIds.slice(start, start + READ_AT_ONCE))
      .selectAll('rev')
      .select(ruleColumn('rev').as('rule'))
      .select(['item.external_id', 'item.kind', 'item.version', 'item.published_revision_id'])
      .execute();
    for (const row of rows) {
      const earlier = stored.get(row.external_id!);
      const isShown = row.published_revision_id === null || row.published_revision_id === row.id;
      stored.set(row.external_id!, {
        kind: row.kind as ContentKind,
        version: row.version,
        isPublished: row.published_revision_id !== null,
        // A draft whose revision was published before was unpublished by a person: when an import unpublishes, it
        // writes a new revision.
        isEdited:
          row.created_by !== null ||
          (row.published_revision_id === null && row.first_published_at !== null) ||
          (earlier?.isEdited ?? false),
        content: isShown || !earlier ? contentOf(row) : earlier.content,
      });
    }
  }
  return stored;
}

interface RevisionRow {
  header: string;
  description: string;
  categories: string[];
  audience: string[];
  rule: Audience | null;
  published_at: string;
  expires_at: string | null;
  starts_at: string | null;
  ends_at: string | null;
  author_department: string | null;
  creator_kind: string;
  creator_name: string | null;
  image: unknown;
  components: unknown;
  details: unknown;
}

function contentOf(row: RevisionRow): ContentDraft {
  const { audience, audienceRule } = audienceOf(row.audience, row.rule);
  return {
    header: row.header,
    description: row.description,
    categories: row.categories,
    audience,
    ...(row.rule ? { audienceRule } : {}),
    publishedAt: row.published_at,
    expiresAt: row.expires_at,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    authorDepartment: row.author_department,
    creatorInfo: {
      kind: row.creator_kind as ContentDraft['creatorInfo']['kind'],
      ...(row.creator_name === null ? {} : { name: row.creator_name }),
    },
    image: row.image as ContentDraft['image'],
    components: row.components as ContentDraft['components'],
    details: row.details as ContentDraft['details'],
  };
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
        for (const item of some) outcomes.push(await storeItem(trx, item, stored.get(item.externalId), now));
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

  const itemId = itemIdOf(item.externalId);
  let version = current?.version ?? 0;
  if (current?.isPublished && item.isDraft) ({ version } = await unpublish(db, { itemId, version }, { now }));
  ({ version } = await saveDraft(db, { itemId, kind: item.kind, externalId: item.externalId, version }, item.content, {
    now,
  }));
  if (!item.isDraft) await publish(db, { itemId, version }, { now });
  return { item, kind: current ? 'updated' : 'added' };
}

/** Compares instants by value and everything else as JSON, ignoring the order of keys and details without a value. */
function isSameContent(one: ContentDraft, other: ContentDraft): boolean {
  return isDeepStrictEqual(comparable(one), comparable(other));
}

function comparable(content: ContentDraft): unknown {
  const instant = (text: string | null): number | null => (text === null ? null : Date.parse(text));
  return JSON.parse(
    JSON.stringify({
      ...content,
      details: Object.fromEntries(Object.entries(content.details).filter(([, value]) => !isEmpty(value))),
      publishedAt: instant(content.publishedAt),
      expiresAt: instant(content.expiresAt),
      startsAt: instant(content.startsAt),
      endsAt: instant(content.endsAt),
    }),
  ) as unknown;
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** Whether the item is at fault, not the connection or server: the contract or a database constraint rejects it. */
function isRejection(error: unknown): boolean {
  return error instanceof PortalError || /^2[23]/.test((error as { code?: string }).code ?? '');
}

function reasonOf(error: unknown): string {
  const { message, issues = [] } = error as Error & { issues?: Array<{ path: string; message: string }> };
  return [message, ...issues.slice(0, 5).map((issue) => `${issue.path}: ${issue.message}`)].join(' ');
}
