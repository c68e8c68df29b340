import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ActingScope } from '@portico/contracts/acting';
import { applicationNames } from '@portico/contracts/applications';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import { dayAfter, dayIn } from '@portico/contracts/times';
import { TaskPriority } from '@portico/contracts/todo';
import { AdvisorType } from '@portico/kinds/advisorType';
import { AccessLevel } from '@portico/contracts/users';
import { withConnection } from '@portico/dev-database/databases';
import { demoAccounts } from '@portico/dev-identity/demoAccounts';
import { loadSetting } from '@portico/server/config';
import { queryRows } from '@portico/server/db/rows';
import type pg from 'pg';
import { z } from 'zod/mini';
import { DateShift } from '../content-import/dates/dateShift.ts';
import { withDatesWritten } from '../content-import/dates/datedTexts.ts';
import { itemIdOf } from '../content-import/itemId.ts';
import { root } from '../root.ts';
import { DemoClaim, loadDemoClaims } from './demoClaims.ts';
import { DemoNeed, loadDemoCredits } from './demoCredits.ts';
import { loadDemoFacts } from './demoFacts.ts';
import { Colleague, Registrations, addColleagues, addRegistrations } from './demoColleagues.ts';

const ApplicationName = z.enum(applicationNames);
const DemoNotification = z.strictObject({
  /** Absent: it arrived when its item was published, and is omitted until then. */
  hoursAgo: z.optional(z.number().check(z.nonnegative())),
  title: z.string(),
  description: z.string(),
  /** Id of the item of the collection that it is about and links to; null for none. */
  item: z.nullable(z.string()),
  isRead: z.optional(z.boolean()),
});

const Task = z.strictObject({
  title: z.string(),
  note: z.optional(z.string()),
  dueInDays: z.optional(z.int()),
  priority: z.optional(TaskPriority),
  /** Id of the item of the collection that it was created from. */
  item: z.optional(z.string()),
  isDone: z.optional(z.boolean()),
});

/**
 * `demo/people.json`: the demo accounts' personal data, and notices. Its texts can contain date tokens, as those of
 * items.
 */
const DemoPeople = z.strictObject({
  applicationAddresses: z.partialRecord(ApplicationName, z.url()),
  /** Access levels by user name. */
  applications: z.record(z.string(), z.partialRecord(ApplicationName, AccessLevel)),
  notices: z.array(z.extend(DemoNotification, { id: z.string(), audience: z.optional(z.array(AdvisorType)) })),
  /** By user name. */
  notifications: z.record(z.string(), z.array(DemoNotification)),
  /** By user name. */
  tasks: z.record(z.string(), z.array(Task)),
  colleagues: z.array(Colleague),
  /** Who may act for whom, by user name, since so many days ago and for so many more. */
  delegations: z.array(
    z.strictObject({
      person: z.string(),
      delegate: z.string(),
      scopes: z.array(ActingScope),
      daysAgo: z.int(),
      days: z.int(),
    }),
  ),
  /** By the id of the event. */
  registrations: z.record(z.string(), Registrations),
  creditNeeds: z.array(DemoNeed),
  creditClaims: z.array(DemoClaim),
});
type DemoPeople = z.infer<typeof DemoPeople>;

const readDemoPeople = (): DemoPeople =>
  z.parse(DemoPeople, JSON.parse(readFileSync(join(root, 'demo/people.json'), 'utf8')));

/** Age of the accounts: people do not receive what was sent before they joined. */
const ACCOUNT_AGE_MS = 60 * DAY_MS;

/** The addresses of the demo's applications, for APPLICATION_ADDRESSES. */
export const demoApplicationAddresses = (): string => JSON.stringify(readDemoPeople().applicationAddresses);

/**
 * Gives the demo accounts their applications, notifications, tasks, registrations, delegates, credits earned elsewhere
 * and the facts of `demo/people.csv`. Creates their user rows as the first sign-in would, without roles. Accounts that
 * already have a row, and existing notifications, are left alone.
 */
export async function loadDemoPeople(databaseUrl: string, issuer: string, now = new Date()): Promise<void> {
  await withConnection(databaseUrl, async (client) => {
    await client.query('begin');
    const people = withDatesWritten(readDemoPeople(), await findDateShift(client));
    for (const { id, audience, ...notification } of people.notices)
      await addNotification(client, {
        id: itemIdOf(`notice ${id}`),
        userId: null,
        audience: audience ?? [],
        notification,
        now,
      });
    const createdAt = new Date(now.getTime() - ACCOUNT_AGE_MS);
    const accounts = new Map<string, string>();
    for (const account of demoAccounts) {
      const [added] = await queryRows(
        client,
        z.object({ id: z.uuid() }),
        `insert into users (issuer, subject, email, given_name, surname, nickname, advisor_type, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`,
        [
          issuer,
          account.id,
          account.email,
          account.givenName ?? null,
          account.surname,
          account.nickname ?? null,
          account.advisorType,
          createdAt,
        ],
      );
      if (!added) continue;
      accounts.set(account.username, added.id);
      for (const [application, level] of Object.entries(people.applications[account.username] ?? {}))
        await client.query('insert into application_access values ($1, $2, $3)', [added.id, application, level]);
      for (const [index, notification] of (people.notifications[account.username] ?? []).entries())
        await addNotification(client, {
          id: itemIdOf(`notification ${issuer} ${account.id} ${index}`),
          userId: added.id,
          audience: [],
          notification,
          now,
        });
      for (const [index, task] of (people.tasks[account.username] ?? []).entries())
        await addTask(client, {
          id: itemIdOf(`task ${issuer} ${account.id} ${index}`),
          userId: added.id,
          task,
          at: new Date(now.getTime() - (index + 1) * DAY_MS),
          now,
        });
    }
    const colleagues = await addColleagues(client, issuer, people.colleagues, createdAt);
    if (accounts.size === demoAccounts.length)
      await addRegistrations(client, people.registrations, accounts, colleagues);
    for (const { person, delegate, scopes, daysAgo, days } of people.delegations) {
      const givenAt = new Date(now.getTime() - daysAgo * DAY_MS);
      if (accounts.has(person) && accounts.has(delegate))
        await client.query(
          `insert into delegations (person_id, delegate_id, scopes, starts_on, ends_on, given_by, given_at)
            values ($1, $2, $3, $4::date, $5::date + $6::int, $1, $7)`,
          [
            accounts.get(person),
            accounts.get(delegate),
            scopes,
            givenAt.toISOString().slice(0, 10),
            now.toISOString().slice(0, 10),
            days,
            givenAt,
          ],
        );
    }
    await client.query('commit');
  });
  await loadDemoFacts(databaseUrl);
  await loadDemoCredits(databaseUrl, readDemoPeople().creditNeeds, now);
  await loadDemoClaims(databaseUrl, readDemoPeople().creditClaims, now);
}

/** How the import moved the dates of the collection. */
async function findDateShift(client: pg.Client): Promise<DateShift | undefined> {
  const [row] = await queryRows(
    client,
    z.object({ shift: DateShift }),
    "select details -> 'dateShift' as shift from content_revisions where details ? 'dateShift' limit 1",
  );
  return row?.shift;
}

const pathPrefixes: Partial<Record<string, string>> = {
  news: '/news/',
  event: '/events/',
  resource: '/resources/',
  document: '/documents?preview=',
};

async function addNotification(
  client: pg.Client,
  {
    id,
    userId,
    audience,
    notification,
    now,
  }: {
    id: string;
    userId: string | null;
    audience: string[];
    notification: z.infer<typeof DemoNotification>;
    now: Date;
  },
): Promise<void> {
  const itemId = notification.item === null ? null : itemIdOf(notification.item);
  const [item] = await queryRows(
    client,
    z.object({ kind: z.string(), published_at: z.nullable(z.date()) }),
    'select kind, published_at from content_items where id = $1',
    [itemId],
  );
  if (itemId !== null && !item)
    throw new Error(`demo/people.json mentions ${notification.item}, which is not in the collection.`);
  const arrivedAt =
    notification.hoursAgo === undefined ? item?.published_at : now.getTime() - notification.hoursAgo * HOUR_MS;
  if (arrivedAt === null || arrivedAt === undefined)
    throw new Error(`demo/people.json does not say when "${notification.title}" arrived.`);
  const at = new Date(arrivedAt);
  if (at > now) return;
  const link = item ? `${pathPrefixes[item.kind]}${itemId}` : null;
  await client.query(
    'insert into notifications (id, user_id, audience, title, description, link, item_id, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing',
    [id, userId, audience, notification.title, notification.description, link, itemId, at],
  );
  if (notification.isRead)
    await client.query(
      'insert into notification_states (user_id, notification_id, is_own, read_at) values ($1, $2, true, $3) on conflict do nothing',
      [userId, id, at],
    );
}

async function addTask(
  client: pg.Client,
  { id, userId, task, at, now }: { id: string; userId: string; task: z.infer<typeof Task>; at: Date; now: Date },
): Promise<void> {
  const { title, note = '', dueInDays, priority = 'Normal', item: externalId, isDone = false } = task;
  const [item] = await queryRows(
    client,
    z.object({ id: z.uuid(), kind: z.string(), title: z.string() }),
    'select id, kind, title from content_items where id = $1',
    [externalId === undefined ? null : itemIdOf(externalId)],
  );
  if (externalId !== undefined && !item)
    throw new Error(`demo/people.json has a task from ${externalId}, which is not in the collection.`);
  const due =
    dueInDays === undefined ? null : dayAfter(dayIn(loadSetting('FIRM_TIME_ZONE', process.env), now), dueInDays);
  await client.query(
    `insert into todos (id, user_id, title, note, due_date, priority, source_title, source_path, created_at, completed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
    [
      id,
      userId,
      title,
      note,
      due,
      priority,
      item?.title ?? null,
      item ? `${pathPrefixes[item.kind]}${item.id}` : null,
      at,
      isDone ? now : null,
    ],
  );
}
