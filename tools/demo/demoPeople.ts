import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applicationNames } from '@portico/contracts/applications';
import { TaskPriority } from '@portico/contracts/todo';
import { AccessLevel, AdvisorType } from '@portico/contracts/users';
import { withConnection } from '@portico/dev-database/databases';
import { demoAccounts } from '@portico/dev-identity/demoAccounts';
import type pg from 'pg';
import { z } from 'zod/mini';
import { itemIdOf } from '../content-import/itemId.ts';
import { root } from '../root.ts';

const ApplicationName = z.enum(applicationNames);
const Told = z.strictObject({
  hoursAgo: z.number().check(z.nonnegative()),
  title: z.string(),
  description: z.string(),
  /** Id of an item of the collection that it is about and leads to; null for none. */
  item: z.nullable(z.string()),
  isRead: z.optional(z.boolean()),
});

const Task = z.strictObject({
  title: z.string(),
  note: z.optional(z.string()),
  dueInDays: z.optional(z.int()),
  priority: z.optional(TaskPriority),
  /** Id of an item of the collection that it came from. */
  item: z.optional(z.string()),
  isDone: z.optional(z.boolean()),
});

/** `demo/people.json`: what the demo accounts have of their own, and what all of them are told. */
const DemoPeople = z.strictObject({
  applicationAddresses: z.partialRecord(ApplicationName, z.url()),
  /** Access levels by user name. */
  applications: z.record(z.string(), z.partialRecord(ApplicationName, AccessLevel)),
  notices: z.array(z.extend(Told, { id: z.string(), audience: z.optional(z.array(AdvisorType)) })),
  /** By user name. */
  notifications: z.record(z.string(), z.array(Told)),
  /** By user name. */
  tasks: z.record(z.string(), z.array(Task)),
});
type DemoPeople = z.infer<typeof DemoPeople>;

const readDemoPeople = (): DemoPeople =>
  z.parse(DemoPeople, JSON.parse(readFileSync(join(root, 'demo/people.json'), 'utf8')));

const DAY_MS = 86_400_000;
/** As if they had been here for a while: what was sent before somebody came is not for them. */
const HERE_FOR_MS = 60 * DAY_MS;

/** Where the cards of the demo's applications lead, for APPLICATION_ADDRESSES. */
export const demoApplicationAddresses = (): string => JSON.stringify(readDemoPeople().applicationAddresses);

/**
 * Gives the demo accounts their applications, notifications and tasks. Their rows are made here as the first sign-in would make
 * them, without the claims that it brings; who has a row already, and what was told already, is left alone.
 */
export async function loadDemoPeople(databaseUrl: string, issuer: string, now = new Date()): Promise<void> {
  const people = readDemoPeople();
  await withConnection(databaseUrl, async (client) => {
    await client.query('begin');
    for (const { id, audience, ...told } of people.notices)
      await addNotification(client, {
        id: itemIdOf(`notice ${id}`),
        userId: null,
        audience: audience ?? [],
        told,
        now,
      });
    for (const account of demoAccounts) {
      const {
        rows: [added],
      } = await client.query<{ id: string }>(
        'insert into users (issuer, subject, created_at) values ($1, $2, $3) on conflict do nothing returning id',
        [issuer, account.id, new Date(now.getTime() - HERE_FOR_MS)],
      );
      if (!added) continue;
      for (const [application, level] of Object.entries(people.applications[account.username] ?? {}))
        await client.query('insert into application_access values ($1, $2, $3)', [added.id, application, level]);
      for (const [index, told] of (people.notifications[account.username] ?? []).entries())
        await addNotification(client, {
          id: itemIdOf(`notification ${issuer} ${account.id} ${index}`),
          userId: added.id,
          audience: [],
          told,
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
    await client.query('commit');
  });
}

const places: Partial<Record<string, string>> = {
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
    told,
    now,
  }: { id: string; userId: string | null; audience: string[]; told: z.infer<typeof Told>; now: Date },
): Promise<void> {
  const at = new Date(now.getTime() - told.hoursAgo * 3_600_000);
  const itemId = told.item === null ? null : itemIdOf(told.item);
  const {
    rows: [item],
  } = await client.query<{ kind: string }>('select kind from content_items where id = $1', [itemId]);
  if (itemId !== null && !item)
    throw new Error(`demo/people.json tells of ${told.item}, which is not in the collection.`);
  const link = item ? `${places[item.kind]}${itemId}` : null;
  await client.query(
    'insert into notifications (id, user_id, audience, title, description, link, item_id, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing',
    [id, userId, audience, told.title, told.description, link, itemId, at],
  );
  if (told.isRead)
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
  const {
    rows: [item],
  } = await client.query<{ id: string; kind: string; title: string }>(
    'select id, kind, title from content_items where id = $1',
    [externalId === undefined ? null : itemIdOf(externalId)],
  );
  if (externalId !== undefined && !item)
    throw new Error(`demo/people.json has a task from ${externalId}, which is not in the collection.`);
  const due = dueInDays === undefined ? null : new Date(now.getTime() + dueInDays * DAY_MS).toISOString().slice(0, 10);
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
      item ? `${places[item.kind]}${item.id}` : null,
      at,
      isDone ? now : null,
    ],
  );
}
