import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { streamTopics, type StreamTopic } from '@portico/contracts/stream';
import type { DB } from '../db/schema.generated.ts';

/** The PostgreSQL channel that all processes listen to. */
export const PUSH_CHANNEL = 'portico_push';

/** `to` is a person's id, or `everybody`. */
const Announcement = z.object({
  topic: z.enum(streamTopics.filter((topic): topic is Exclude<StreamTopic, 'hello'> => topic !== 'hello')),
  to: z.string(),
});
export type Announcement = z.infer<typeof Announcement>;

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
 * is sent only on commit, and only once for identical announcements. Streams that are not open miss it. Source:
 * decisions/0053.
 */
export async function announce(db: Kysely<DB>, topic: Announcement['topic'], to: string): Promise<void> {
  await sql`select pg_notify(${PUSH_CHANNEL}, ${JSON.stringify({ topic, to } satisfies Announcement)})`.execute(db);
}

/** The same for many people in one statement, e.g. everyone on the waiting list of an event. */
export async function announceToEach(db: Kysely<DB>, topic: Announcement['topic'], userIds: string[]): Promise<void> {
  if (userIds.length === 0) return;
  await sql`select count(pg_notify(${PUSH_CHANNEL}, json_build_object('topic', ${topic}::text, 'to', user_id)::text)) from unnest(${userIds}::text[]) user_id`.execute(
    db,
  );
}
