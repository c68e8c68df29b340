import { sql, type Kysely } from 'kysely';
import type { StreamTopic } from '@portico/contracts/stream';
import type { DB } from '../db/schema.generated.ts';

/** PostgreSQL's channel that all processes listen to. */
export const PUSH_CHANNEL = 'portico_push';

export interface Announcement {
  topic: Exclude<StreamTopic, 'hello'>;
  /** Id of a person, or everybody. */
  to: string;
}

/**
 * Tells the open streams of a person, or of everybody, in whatever process they are, that something of this topic has changed.
 * Inside a transaction it is told when, and only when, that commits; the same announcement twice in one is told once. Nobody
 * has to be there to hear it. Source: decisions/0053.
 */
export async function announce(db: Kysely<DB>, topic: Announcement['topic'], to: string): Promise<void> {
  await sql`select pg_notify(${PUSH_CHANNEL}, ${JSON.stringify({ topic, to } satisfies Announcement)})`.execute(db);
}

/** The same for many people in one statement, e.g. all who wait for a place. */
export async function announceToEach(db: Kysely<DB>, topic: Announcement['topic'], userIds: string[]): Promise<void> {
  if (userIds.length === 0) return;
  await sql`select count(pg_notify(${PUSH_CHANNEL}, json_build_object('topic', ${topic}::text, 'to', user_id)::text)) from unnest(${userIds}::text[]) user_id`.execute(
    db,
  );
}
