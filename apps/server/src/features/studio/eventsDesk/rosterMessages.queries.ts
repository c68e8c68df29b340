import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import {
  MAX_ROSTER,
  type countRecipients as countRecipientsCall,
  type Recipients,
  type sendRosterMessage,
} from '@portico/contracts/studio/eventsDesk';
import { audit } from '../../../db/audit.ts';
import { readRow, readRowOrThrow, readRows } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { found, PortalError } from '../../../errors.ts';
import { addJobs } from '../../../jobs/queue.ts';
import type { JobPayload } from '../../../jobs/registry.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { visibleToPerson } from '../../../visibility/visibility.ts';
import type { StudioActor } from '../access/actor.ts';
import { isInFilter, rosterPeople } from './roster.queries.ts';

/** A few names are enough to notice that these are the wrong people. */
const MAX_NAMES = 5;

/** `person`, from the roster, for the people whom a message would reach: they see the event now. */
const reached = (itemId: string, { statuses, personIds }: Recipients, now: Date): RawBuilder<unknown> => sql`
  ${rosterPeople(itemId)} join content_items item on item.id = ${itemId}
  where ${visibleToPerson(now)} and (person.id = any (${personIds}::uuid[])
    ${sql.join(
      statuses.map((status) => sql`or ${isInFilter(status)}`),
      sql` `,
    )})`;

const CountRow = z.object({ people: z.int(), byMail: z.int(), names: z.array(z.string()) });

export async function countRecipients(
  db: Kysely<DB>,
  itemId: string,
  to: Recipients,
  { now, sendsMail }: { now: Date; sendsMail: boolean },
): Promise<CallResult<typeof countRecipientsCall>> {
  const name = sql`coalesce(${displayName('person')}, person.email, '')`;
  return readRowOrThrow(
    db,
    CountRow,
    sql`select count(*)::int as people, count(*) filter (where ${sendsMail} and strpos(person.email, '@') > 0)::int as "byMail",
        coalesce((array_agg(${name} order by ${name} collate "und-x-icu"))[1:${MAX_NAMES}::int], '{}') as names
      from ${reached(itemId, to, now)}`,
  );
}

const ReachedRow = z.object({ id: z.uuid(), name: z.string() });
const SentRow = z.object({ event_id: z.uuid(), people: z.int() });
const EventRow = z.object({ header: z.string(), organizer: z.string() });

/**
 * Sends a message, in the portal at once and by email through a job for each person. Idempotent by its id. Throws
 * `conflict` when it would reach another number of people than its author saw.
 */
export function sendMessage(
  { db, config, notify }: Pick<Dependencies, 'db' | 'config' | 'notify'>,
  actor: StudioActor,
  itemId: string,
  { id, to, people, title, text }: Received<typeof sendRosterMessage>['body'],
): Promise<{ people: number }> {
  const { now } = actor;
  return db.transaction().execute(async (trx) => {
    // Whoever sends the same message again waits for the first attempt.
    await sql`select from content_items where id = ${itemId} for no key update`.execute(trx);
    const sent = await readRow(
      trx,
      SentRow,
      sql`select event_id, (select count(*)::int from event_message_people where message_id = message.id) as people
        from event_messages message where id = ${id}`,
    );
    if (sent && sent.event_id !== itemId) throw new PortalError('conflict', 'Another message already has this ID.');
    if (sent) return { people: sent.people };
    const rows = await readRows(
      trx,
      ReachedRow,
      sql`select person.id, coalesce(${displayName('person')}, person.email, '') as name
        from ${reached(itemId, to, now)} order by person.id limit ${MAX_ROSTER}`,
    );
    if (rows.length === 0) throw new PortalError('conflict', 'Nobody would get this message.');
    if (rows.length !== people)
      throw new PortalError(
        'conflict',
        `The list has changed: the message would now reach ${rows.length} instead of ${people}. Check it and send again.`,
      );
    const event = found(
      await readRow(
        trx,
        EventRow,
        sql`select rev.header, coalesce(${displayName('organizer')}, organizer.email, '') as organizer
          from content_items item join content_revisions rev on rev.id = item.published_revision_id
          join users organizer on organizer.id = ${actor.id} where item.id = ${itemId}`,
      ),
      'event',
    );
    await trx
      .insertInto('event_messages')
      .values({ id, event_id: itemId, sent_by: actor.id, title, text, sent_at: now.toISOString() })
      .execute();
    const userIds = rows.map((row) => row.id);
    await sql`insert into event_message_people (message_id, user_id, is_due)
      select ${id}, user_id, ${config.SMTP_URL !== undefined} from unnest(${userIds}::uuid[]) user_id`.execute(trx);
    await notify(
      trx,
      userIds,
      { title: `${event.header}: ${title}`, description: text, link: `/events/${itemId}`, itemId },
      now,
    );
    if (config.SMTP_URL !== undefined)
      await addJobs(
        trx,
        'send-event-message',
        userIds.map((userId) => ({ payload: { messageId: id, userId }, key: `event-message:${id}:${userId}` })),
      );
    await audit(trx, {
      actorId: actor.id,
      action: 'event.message-sent',
      objectKind: 'event',
      objectId: itemId,
      details: {
        message: id,
        title,
        organizer: event.organizer,
        people: rows.length,
        names: rows.map(({ name }) => name).join(', '),
      },
    });
    return { people: rows.length };
  });
}

const DueRow = z.object({
  eventId: z.uuid(),
  header: z.string(),
  title: z.string(),
  text: z.string(),
  sentBy: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
});
export type DueMessage = z.infer<typeof DueRow>;

/** A message that is still to be emailed to a person who sees the event, or undefined. */
export function findDueMessage(
  db: Kysely<DB>,
  { messageId, userId }: JobPayload<'send-event-message'>,
  now: Date,
): Promise<DueMessage | undefined> {
  return readRow(
    db,
    DueRow,
    sql`
      select item.id as "eventId", rev.header, message.title, message.text,
        coalesce((select ${displayName('organizer')} from users organizer where organizer.id = message.sent_by), '') as "sentBy",
        coalesce(${displayName('person')}, '') as name, person.email
      from event_message_people own join event_messages message on message.id = own.message_id
      join content_items item on item.id = message.event_id
      join content_revisions rev on rev.id = item.published_revision_id
      join users person on person.id = own.user_id
      where own.message_id = ${messageId} and own.user_id = ${userId} and own.is_due and ${visibleToPerson(now)}`,
  );
}

export async function endMessage(
  db: Kysely<DB>,
  { messageId, userId }: JobPayload<'send-event-message'>,
): Promise<void> {
  await db
    .updateTable('event_message_people')
    .set({ is_due: false })
    .where('message_id', '=', messageId)
    .where('user_id', '=', userId)
    .execute();
}
