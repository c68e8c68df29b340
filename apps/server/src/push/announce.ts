import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { POSITION_PATTERN, streamTopics, type LiveTopic } from '@portico/contracts/stream';
import type { DB } from '../db/schema.generated.ts';

/** The PostgreSQL channel that all processes listen to. */
export const PUSH_CHANNEL = 'portico_push';

/** The recipient of an announcement to all people. */
export const EVERYBODY = 'everybody';

/**
 * `to` is a person's id, or `everybody`; `at` is the position of the change, which versions before 0.2 omit.
 * `detail` is what has changed, for those who may open items of these departments; without it, they fetch that.
 */
const Announcement = z.object({
  topic: z.enum(streamTopics.filter((topic): topic is LiveTopic => topic !== 'hello')),
  to: z.string(),
  at: z.optional(z.string().check(z.regex(POSITION_PATTERN))),
  detail: z.optional(z.nullable(z.object({ json: z.string(), departments: z.array(z.nullable(z.string())) }))),
});
export type Announcement = z.infer<typeof Announcement>;
export type AnnouncedDetail = NonNullable<Announcement['detail']>;

/** PostgreSQL notifies with less than 8,000 bytes, of which an announcement needs some. */
const MAX_DETAIL_BYTES = 7500;

/** The payload of an announcement for a broker, which may not have what people write. Others stay as they are. */
export function withoutDetail(payload: string): string {
  const announcement = parseAnnouncement(payload);
  return announcement?.detail ? JSON.stringify({ ...announcement, detail: undefined }) : payload;
}

/** A detail as JSON; null if it is too large to be announced. */
export function detailJson(detail: AnnouncedDetail): string | null {
  const json = JSON.stringify(detail);
  return Buffer.byteLength(json) > MAX_DETAIL_BYTES ? null : json;
}

/**
 * Undefined for anything that this version does not send, e.g. topics of a newer version or messages of a stranger on
 * the broker.
 */
export function parseAnnouncement(payload: string): Announcement | undefined {
  try {
    return Announcement.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

/**
 * Signals a change of this topic to the open streams of a person, or of everyone, in all processes. In a transaction it
 * is sent only on commit, and only once for identical announcements. A stream that is not open, or does not get it,
 * learns of it from `readChanges` later. Source: decisions/0053, decisions/0228.
 */
export function announce(db: Kysely<DB>, topic: LiveTopic, to: string): Promise<void> {
  return announceToEach(db, topic, [to]);
}

/**
 * The same for many people in one statement, e.g. everyone on the waiting list of an event. Waits for no other
 * transaction: the previous change of the same topic is replaced, unless someone else is replacing it.
 */
export async function announceToEach(db: Kysely<DB>, topic: LiveTopic, recipients: string[]): Promise<void> {
  if (recipients.length === 0) return;
  const wanted = sql`select distinct unnest(${recipients}::text[]) as recipient`;
  await sql`with ${announcement(topic, wanted)} select from announced`.execute(db);
}

/**
 * The same as part of a statement that writes: subqueries of its `with`. `recipients` selects distinct texts as
 * `recipient`. It is sent if the statement reads the one row of `announced`, for example with `cross join announced`.
 * `detail` is from `detailJson`.
 */
export const announcement = (
  topic: LiveTopic,
  recipients: RawBuilder<unknown>,
  detail: string | null = null,
): RawBuilder<unknown> => sql`
    recipients as (${recipients}),
    former_changes as (
      select change.ctid from recipients cross join lateral (
        select ctid from push_changes
        where recipient = recipients.recipient and topic = ${topic} and position < pg_current_xact_id()
        for update skip locked
      ) change
    ), replaced_changes as (
      delete from push_changes where ctid = any (array(select ctid from former_changes))
    ), new_changes as (
      insert into push_changes (recipient, topic) select recipient, ${topic} from recipients on conflict do nothing
    ), announced as (
      select count(pg_notify(${PUSH_CHANNEL}, json_build_object(
        'topic', ${topic}::text, 'to', recipient, 'at', pg_current_xact_id()::text,
        'detail', ${detail}::json)::text)) from recipients
    )`;
