import { sql, type Kysely, type Transaction, type Updateable } from 'kysely';
import type { NotifyChannel } from '@portico/contracts/studio/notifyReaders';
import { audit, type AuditEntry } from '../db/audit.ts';
import type { ContentItems, DB } from '../db/schema.generated.ts';
import { found, PortalError } from '../errors.ts';
import { addJob } from '../jobs/queue.ts';
import { announce } from '../push/announce.ts';
import type { SectionMarks } from './roundSections.ts';

export interface ItemVersion {
  itemId: string;
  /** The version to pass with the next change. */
  version: number;
  revisionId: string;
}

export interface ItemUpdate {
  /** The person who makes the change; absent for the system. */
  actorId?: string | undefined;
  now: Date;
  /** What was changed, in the author's words. */
  note?: string | undefined;
  /** How readers are notified once they see it. */
  notifyBy?: readonly NotifyChannel[] | undefined;
  /** Why readers who have confirmed the item must confirm it again; absent without a material change. */
  asksAgain?: string | undefined;
  /** How the sections differ from what is published, and which of these changes are material. */
  sectionMarks?: SectionMarks | undefined;
  /** Collects what `auditAtEnd` writes to the audit log; without it, that is written at once. */
  entries?: AuditEntry[] | undefined;
}

export const inTransaction = <Result>(
  db: Kysely<DB>,
  work: (trx: Transaction<DB>) => Promise<Result>,
): Promise<Result> => (db.isTransaction ? work(db as Transaction<DB>) : db.transaction().execute(work));

/** What a change needs to know about an item, read under its lock. */
export interface LockedItem {
  itemId: string;
  kind: string;
  version: number;
  draftRevisionId: string | null;
  publishedRevisionId: string | null;
  /** Number of the published revision. */
  publishedNumber: number | null;
  /** Current address of a page. */
  path: string | null;
}

/** The item, locked against other writers until the transaction ends. */
export async function lockItem(trx: Transaction<DB>, itemId: string, version: number): Promise<LockedItem> {
  const item = found(
    await trx
      .selectFrom('content_items')
      .select([
        'id as itemId',
        'kind',
        'version',
        'draft_revision_id as draftRevisionId',
        'published_revision_id as publishedRevisionId',
        'path',
      ])
      .select(
        sql<number | null>`(select number from content_revisions where id = published_revision_id)`.as(
          'publishedNumber',
        ),
      )
      .where('id', '=', itemId)
      .forUpdate()
      .executeTakeFirst(),
    'item',
  );
  if (item.version !== version) throw new PortalError('conflict', 'Someone else has changed this item.');
  return item;
}

/**
 * Queues the job with which features update what depends on the item, and notifies open pages, in the same transaction.
 */
export async function announceItem(trx: Transaction<DB>, itemId: string): Promise<void> {
  await addJob(trx, 'content-changed', { itemId });
  await announce(trx, 'content', 'everybody');
}

/** Gives the locked item its next version, and makes other changes to its row. Returns the version. */
export async function nextVersion(
  trx: Transaction<DB>,
  { itemId, version }: Pick<LockedItem, 'itemId' | 'version'>,
  { now }: ItemUpdate,
  values: Updateable<ContentItems>,
): Promise<number> {
  await trx
    .updateTable('content_items')
    .set({ ...values, version: version + 1, updated_at: now.toISOString() })
    .where('id', '=', itemId)
    .execute();
  return version + 1;
}

/** Writes what happened to an item to the audit log, with the number of the revision concerned. */
export function record(
  trx: Transaction<DB>,
  action: string,
  item: { itemId: string; version: number },
  details: Record<string, string | number | boolean | null>,
  update: ItemUpdate,
): Promise<void> {
  const [objectKind] = action.split('.');
  const entry = { actorId: update.actorId, action, objectKind, objectId: item.itemId };
  return recordEntry(trx, { ...entry, details: { ...details, version: item.version } }, update);
}

/** Writes an entry to the audit log, at once or at the end. */
export async function recordEntry(
  trx: Transaction<DB>,
  entry: AuditEntry,
  { entries }: Pick<ItemUpdate, 'entries'>,
): Promise<void> {
  if (entries) entries.push(entry);
  else await audit(trx, entry);
}

/**
 * Does something with one or more items, and then writes to the audit log: others who write to it would wait until the
 * duties of all items are open.
 */
export async function auditAtEnd(trx: Transaction<DB>, work: (entries: AuditEntry[]) => Promise<void>): Promise<void> {
  const entries: AuditEntry[] = [];
  await work(entries);
  for (const entry of entries) await audit(trx, entry);
}
