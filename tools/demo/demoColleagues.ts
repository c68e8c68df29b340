import { AdvisorType } from '@portico/kinds/advisorType';
import { WatchingRule } from '@portico/contracts/watching';
import { queryRows } from '@portico/server/db/rows';
import type pg from 'pg';
import { z } from 'zod/mini';
import { itemIdOf } from '../content-import/itemId.ts';

/** People of the firm without an account to sign in with: their registrations fill the events. */
export const Colleague = z.strictObject({ givenName: z.string(), surname: z.string(), advisorType: AdvisorType });
type Colleague = z.infer<typeof Colleague>;

/**
 * Who is registered for an event: demo accounts by user name, and the number of colleagues, in this order. People
 * beyond the event's capacity are on the waiting list.
 */
export const Registrations = z.strictObject({
  accounts: z.optional(z.array(z.string())),
  colleagues: z.optional(z.int()),
  /** The number of colleagues after those who canceled. */
  canceled: z.optional(z.int()),
  /** How many of the people with a spot were there, of a past event. */
  attended: z.optional(z.int()),
  /** What must be watched, and how far demo accounts are that have a spot and were not there, by user name. */
  watching: z.optional(
    z.object({
      rule: WatchingRule,
      viewers: z.record(z.string(), z.object({ seconds: z.int(), answered: z.int() })),
    }),
  ),
});
type Registrations = z.infer<typeof Registrations>;

const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');

/** The email address of a colleague in `demo/people.csv`. */
export const colleagueEmail = (givenName: string, surname: string): string =>
  `${slug(givenName)}.${slug(surname)}@quillhaven.example`;

/** Adds missing colleagues and returns the ids of all of them, in order. */
export async function addColleagues(
  client: pg.Client,
  issuer: string,
  colleagues: Colleague[],
  createdAt: Date,
): Promise<string[]> {
  const ids: string[] = [];
  for (const { givenName, surname, advisorType } of colleagues) {
    const id = itemIdOf(`colleague ${issuer} ${givenName} ${surname}`);
    await client.query(
      `insert into users (id, issuer, subject, email, given_name, surname, advisor_type, roles, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, '{member}', $8) on conflict do nothing`,
      [id, issuer, `colleague-${id}`, colleagueEmail(givenName, surname), givenName, surname, advisorType, createdAt],
    );
    ids.push(id);
  }
  return ids;
}

/** `accounts` has the ids of the demo accounts by user name. Existing registrations are left unchanged. */
export async function addRegistrations(
  client: pg.Client,
  registrations: Record<string, Registrations>,
  accounts: Map<string, string>,
  colleagues: string[],
): Promise<void> {
  for (const [externalId, wanted] of Object.entries(registrations)) {
    const [event] = await queryRows(
      client,
      z.object({ capacity: z.nullable(z.int()) }),
      `select (rev.details -> 'registration' ->> 'capacity')::int as capacity from content_items item
       join content_revisions rev on rev.id = item.published_revision_id where item.id = $1`,
      [itemIdOf(externalId)],
    );
    if (!event) throw new Error(`demo/people.json registers for ${externalId}, which is not in the collection.`);
    const people = [
      ...(wanted.accounts ?? []).map((name) => accounts.get(name)!),
      ...colleagues.slice(0, wanted.colleagues ?? 0),
    ];
    for (const [index, userId] of people.entries())
      await client.query(
        `insert into event_registrations (event_id, user_id, status, created_at)
         select item.id, $2, $3, least(now(), item.starts_at) - interval '9 days' + $4 * interval '1 hour'
         from content_items item where item.id = $1 on conflict do nothing`,
        [itemIdOf(externalId), userId, index < (event.capacity ?? Infinity) ? 'Registered' : 'Waiting', index],
      );
    const first = wanted.colleagues ?? 0;
    await client.query(
      `insert into event_cancellations (event_id, user_id, status, how, canceled_at)
       select $1, user_id, 'Registered', 'Self', least(now(), item.starts_at) - interval '1 day'
       from unnest($2::uuid[]) user_id join content_items item on item.id = $1 on conflict do nothing`,
      [itemIdOf(externalId), colleagues.slice(first, first + (wanted.canceled ?? 0))],
    );
    await client.query(
      `insert into event_attendance (event_id, user_id, is_here, pressed_at, pressed_by)
       select $1, user_id, true, item.starts_at, $3 from unnest($2::uuid[]) user_id join content_items item on item.id = $1
       on conflict do nothing`,
      [itemIdOf(externalId), people.slice(0, wanted.attended ?? 0), accounts.get('editor')],
    );
    if (wanted.watching) await addWatching(client, itemIdOf(externalId), wanted.watching, accounts);
  }
}

async function addWatching(
  client: pg.Client,
  eventId: string,
  { rule, viewers }: NonNullable<Registrations['watching']>,
  accounts: Map<string, string>,
): Promise<void> {
  await client.query(
    `insert into event_watching (event_id, what, minutes, checks, answer_seconds) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [eventId, rule.what, rule.minutes, rule.checks, rule.answerSeconds],
  );
  for (const [name, viewer] of Object.entries(viewers)) {
    await client.query(
      `insert into event_registrations (event_id, user_id, status, created_at)
       select item.id, $2, 'Registered', item.starts_at - interval '1 day' from content_items item where item.id = $1
       on conflict do nothing`,
      [eventId, accounts.get(name)],
    );
    await client.query(
      `insert into event_watches (event_id, user_id, started_at, counted_ms, confirmed_ms, answered, missed, is_counting)
       select $1, $2, item.starts_at + interval '1 day', $3, $3, $4, 0, false from content_items item where item.id = $1
       on conflict do nothing`,
      [eventId, accounts.get(name), viewer.seconds * 1000, viewer.answered],
    );
  }
}
