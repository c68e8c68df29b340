import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { FeedStatus } from '@portico/contracts/feeds';
import { advisorTypes } from '@portico/contracts/users';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';

const TOKEN_BYTES = 32;
/** Programs ask often; when they did is noted once an hour. */
const NOTE_EVERY_MS = 3_600_000;
const NEWS_COUNT = 50;

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Both null when the person has no addresses. */
export async function findFeedStatus(db: Db, userId: string): Promise<FeedStatus> {
  const row = await db
    .selectFrom('feeds')
    .select(['created_at', 'last_read_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { createdAt: row?.created_at ?? null, lastReadAt: row?.last_read_at ?? null };
}

/** A new secret for the person's addresses, told this once; the one before is worth nothing from now on. */
export async function replaceFeedToken(db: Db, userId: string, now: Date): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const fresh = { token_hash: digestOf(token), created_at: now.toISOString(), last_read_at: null };
  await db
    .insertInto('feeds')
    .values({ user_id: userId, ...fresh })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
    .execute();
  return token;
}

export async function deleteFeedToken(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('feeds').where('user_id', '=', userId).execute();
}

/**
 * Whose secret it is, as who reads now; undefined for a secret that is none or no longer, and for a disabled person. How long it
 * takes says nothing: what is compared is the digest.
 */
export async function findFeedReader(db: Db, token: string, now: Date): Promise<Reader | undefined> {
  const digest = digestOf(token);
  const row = await db
    .selectFrom('feeds')
    .innerJoin('users', 'users.id', 'feeds.user_id')
    .select(['users.id', 'users.advisor_type', 'feeds.token_hash', 'feeds.last_read_at'])
    .where('feeds.token_hash', '=', digest)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row || !timingSafeEqual(row.token_hash, digest)) return undefined;
  if (row.last_read_at === null || now.getTime() - Date.parse(row.last_read_at) >= NOTE_EVERY_MS)
    await noteReading(db, row.id, now);
  return { id: row.id, advisorType: advisorTypes.find((type) => type === row.advisor_type) ?? null, now };
}

/** Once an hour, however many programs ask at the same time. */
async function noteReading(db: Db, userId: string, now: Date): Promise<void> {
  await sql`update feeds set last_read_at = ${now} where user_id = ${userId}
    and (last_read_at is null or last_read_at <= ${new Date(now.getTime() - NOTE_EVERY_MS)})`.execute(db);
}

export interface NewsEntry {
  id: string;
  header: string;
  description: string;
  categories: string[];
  published_at: string;
  updated_at: string;
  author_department: string | null;
}

/** The newest news that the reader may see. */
export async function listNewsEntries(db: Db, reader: Reader): Promise<NewsEntry[]> {
  const { rows } = await sql<NewsEntry>`
    select item.id, rev.header, rev.description, rev.categories, item.published_at, rev.author_department,
      greatest(item.published_at, rev.first_published_at) as updated_at
    from content_items item join content_revisions rev on rev.id = item.published_revision_id
    where item.kind = 'news' and ${visibleTo(reader)}
    order by item.published_at desc, item.id desc limit ${NEWS_COUNT}`.execute(db);
  return rows;
}
