import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import type { FeedStatus } from '@portico/contracts/feeds';
import { advisorTypes } from '@portico/kinds/advisorType';
import { ruleAnswers, visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, readRows } from '../../db/rows.ts';

const TOKEN_BYTES = 32;
/** Programs poll often, so the time of the last read is saved at most once an hour. */
const MIN_SAVE_INTERVAL_MS = HOUR_MS;
const NEWS_COUNT = 50;
/** Addresses expire this long after their owner was last seen, so that people who have left the firm cannot read on. */
const FEED_DAYS = 30;
/** The feeds announce their end this long in advance. */
export const WARNING_DAYS = 7;

/** When the person last signed in with new tokens, which providers issue about once an hour. */
const lastSeen = sql<string>`coalesce(users.claims_issued_at, users.created_at)`;

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Both dates are null when the person has no feed addresses. */
export async function findFeedStatus(db: Db, userId: string): Promise<FeedStatus> {
  const row = await db
    .selectFrom('feeds')
    .select(['created_at', 'last_read_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { createdAt: row?.created_at ?? null, lastReadAt: row?.last_read_at ?? null };
}

/**
 * Creates a new secret for the person's addresses, which cannot be shown again later, and invalidates the previous one.
 */
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

/** A reader identified by a secret address. */
export interface FeedReader extends Reader {
  /** When the addresses expire, once that is near. */
  endsAt: Date | undefined;
}

/**
 * The person with this secret, as a reader; undefined for an invalid secret, for a disabled person, and for anyone last
 * seen more than 30 days ago. Digests are compared, so that timing reveals nothing.
 */
export async function findFeedReader(db: Db, token: string, now: Date): Promise<FeedReader | undefined> {
  const digest = digestOf(token);
  const row = await db
    .selectFrom('feeds')
    .innerJoin('users', 'users.id', 'feeds.user_id')
    .select([
      'users.id',
      'users.advisor_type',
      'users.facts',
      ruleAnswers.as('rule_answers'),
      'feeds.token_hash',
      'feeds.last_read_at',
      lastSeen.as('last_seen'),
    ])
    .where('feeds.token_hash', '=', digest)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row || !timingSafeEqual(row.token_hash, digest)) return undefined;
  const endsAt = new Date(Date.parse(row.last_seen) + FEED_DAYS * DAY_MS);
  if (endsAt <= now) return undefined;
  if (row.last_read_at === null || now.getTime() - Date.parse(row.last_read_at) >= MIN_SAVE_INTERVAL_MS)
    await saveLastReading(db, row.id, now);
  const isNear = endsAt.getTime() - now.getTime() <= WARNING_DAYS * DAY_MS;
  const advisorType = advisorTypes.find((type) => type === row.advisor_type) ?? null;
  return {
    id: row.id,
    advisorType,
    facts: row.facts,
    ruleAnswers: row.rule_answers,
    now,
    endsAt: isNear ? endsAt : undefined,
  };
}

/**
 * Deletes the addresses of people last seen more than 30 days ago, so that the addresses stay invalid if the person
 * returns.
 */
export async function deleteEndedFeeds(db: Db, now: Date): Promise<void> {
  await sql`delete from feeds using users
    where users.id = feeds.user_id and ${lastSeen} <= ${new Date(now.getTime() - FEED_DAYS * DAY_MS)}`.execute(db);
}

/** Saves at most once an hour, even when programs poll concurrently. */
async function saveLastReading(db: Db, userId: string, now: Date): Promise<void> {
  await sql`update feeds set last_read_at = ${now} where user_id = ${userId}
    and (last_read_at is null or last_read_at <= ${new Date(now.getTime() - MIN_SAVE_INTERVAL_MS)})`.execute(db);
}

export const NewsEntry = z.object({
  id: z.uuid(),
  header: z.string(),
  description: z.string(),
  categories: z.array(z.string()),
  published_at: Instant,
  updated_at: Instant,
  author_department: z.nullable(z.string()),
});
export type NewsEntry = z.infer<typeof NewsEntry>;

/** The latest news that the reader may see. */
export function listNewsEntries(db: Db, reader: Reader): Promise<NewsEntry[]> {
  return readRows(
    db,
    NewsEntry,
    sql`
      select item.id, rev.header, rev.description, rev.categories, item.published_at, rev.author_department,
        greatest(item.published_at, rev.first_published_at) as updated_at
      from content_items item join content_revisions rev on rev.id = item.published_revision_id
      where item.kind = 'news' and ${visibleTo(reader)}
      order by item.published_at desc, item.id desc limit ${NEWS_COUNT}`,
  );
}
