import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@portico/contracts/durations';
import { demoAccounts } from '@portico/dev-identity/demoAccounts';
import { readRows } from '@portico/server/db/rows';
import { listOwnDuties } from '@portico/server/features/duties/duties.queries';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { itemIdOf } from '../content-import/itemId.ts';
import { collection, now, portal, write } from '../content-import/testing/testCollection.ts';
import { root } from '../root.ts';
import { loadDemoDuties } from './demoDuties.ts';
import { loadDemoPeople } from './demoPeople.ts';

const ISSUER = 'http://localhost:3001';
const read = (name: string): string => readFileSync(join(root, 'demo', name), 'utf8');
const Line = z.looseObject({ id: z.string() });

/** The demo’s items, with the texts of those that ask for a confirmation; pictures and files take most of an import. */
function itemsOf(name: string): Array<z.infer<typeof Line>> {
  const asked = read('duties.json');
  return read(name)
    .trim()
    .split('\n')
    .map((line) => z.parse(Line, JSON.parse(line.replaceAll(/\(item:[\w.-]+\)/g, '(/support)'))))
    .map((line) => (asked.includes(`"${line.id}"`) ? line : { ...line, body: 'Text.' }))
    .map((line) => ({ ...line, postEventBody: null, image: null }));
}

async function portalWithDuties() {
  const { db, url, run } = await portal();
  const { anchorDate, timeZone, items } = JSON.parse(read('settings.json')) as Record<string, unknown>;
  const settings = { anchorDate, timeZone, items };
  const folder = await collection({
    'settings.json': settings,
    'news.jsonl': itemsOf('news.jsonl'),
    'events.jsonl': itemsOf('events.jsonl'),
    'resources.jsonl': itemsOf('resources.jsonl'),
    'documents.jsonl': itemsOf('documents.jsonl').map(({ body: _, ...line }) => ({ ...line, file: 'note.csv' })),
  });
  await mkdir(join(folder, 'files'));
  await write(folder, { 'files/note.csv': 'a,b\n1,2\n' });
  await run(folder);
  await loadDemoPeople(url, ISSUER, now);
  await loadDemoDuties(url, 'America/New_York', now);
  return { db, url };
}

test('every demo account has duties that are overdue, due soon, asked again or new, and confirmed ones; who left an audience has closed ones [DEMO-008]', async () => {
  const { db, url } = await portalWithDuties();
  const counts = async () => {
    const lists = [];
    for (const { username } of demoAccounts) {
      const { id, facts } = await db
        .selectFrom('users')
        .select(['id', 'facts'])
        .where('email', '=', `${username}@portico.test`)
        .executeTakeFirstOrThrow();
      const reader = { id, facts, advisorType: null, now };
      const shown = { today: '2026-03-09', timeZone: 'America/New_York', hasKey: true };
      const open = await listOwnDuties(db, reader, {}, shown);
      const done = await listOwnDuties(db, reader, { state: 'Done' }, shown);
      lists.push({ username, open: open.items, done: done.items, counts: open.counts });
    }
    return lists;
  };
  const lists = await counts();
  for (const { username, open, done, counts: numbers } of lists) {
    const isSoon = ({ dueDate }: { dueDate: string }) => (Date.parse(dueDate) - now.getTime()) / DAY_MS < 3;
    expect(numbers, username).toMatchObject({ overdue: 1 });
    // The dashboard stays calm: it shows three.
    expect(open.length, username).toBeLessThanOrEqual(6);
    expect(
      open.filter((duty) => !duty.isOverdue && isSoon(duty)),
      username,
    ).toHaveLength(1);
    expect(
      open.some((duty) => duty.reason !== null),
      username,
    ).toBe(true);
    expect(done.length, username).toBeGreaterThan(0);
  }
  const changed = lists.filter(({ open }) => open.some((duty) => duty.changed.length > 0));
  // The two newest people never confirmed the guide, so they read all of it.
  expect(changed.map(({ username }) => username)).toEqual(
    demoAccounts.map(({ username }) => username).filter((name) => name !== 'nla' && name !== 'author'),
  );
  expect(changed[0]!.open.find((duty) => duty.changed.length > 0)!.changed).toEqual(['Limits', 'Ask first']);

  const ClosedRow = z.object({ because: z.string(), count: z.int() });
  const closed = await readRows(
    db,
    ClosedRow,
    sql`select closed_because as because, count(*)::int as count from duties where closed_at is not null group by 1 order by 1`,
  );
  expect(closed.map(({ because }) => because)).toEqual(['Confirmed', 'LeftAudience']);
  const { draft_revision_id: draft } = await db
    .selectFrom('content_items')
    .select('draft_revision_id')
    .where('id', '=', itemIdOf('res-oba'))
    .executeTakeFirstOrThrow();
  expect(draft).not.toBeNull();

  await loadDemoDuties(url, 'America/New_York', now);
  expect(await counts()).toEqual(lists);
});

test('those who were at a past event of the demo must answer its questions; an account has, and got its credits, and another has not [DEMO-010]', async () => {
  const { db, url } = await portalWithDuties();
  const itemId = itemIdOf('event-transfers-class');
  const AttendeeRow = z.object({
    email: z.string(),
    isOpen: z.boolean(),
    answers: z.int(),
    hours: z.nullable(z.string()),
  });
  const attendees = () =>
    readRows(
      db,
      AttendeeRow,
      sql`select person.email,
          exists (select from duties own where own.item_id = seen.event_id and own.user_id = person.id and own.closed_at is null) as "isOpen",
          (select coalesce(sum(jsonb_array_length(record::jsonb->'answers')), 0)::int from confirmations own
            where own.item_id = seen.event_id and own.user_id = person.id) as answers,
          (select sum(hours)::text from event_credits own where own.event_id = seen.event_id and own.user_id = person.id) as hours
        from event_attendance seen join users person on person.id = seen.user_id where seen.event_id = ${itemId} order by person.email`,
    );
  const loaded = await attendees();
  const of = (name: string) => loaded.find(({ email }) => email === `${name}@portico.test`);
  expect(of('hybrid')).toMatchObject({ isOpen: false, answers: 3, hours: '0.75' });
  expect(of('assistant')).toMatchObject({ isOpen: true, answers: 0, hours: null });
  expect(loaded.length).toBeGreaterThan(10);
  // Credits are those of who has answered.
  expect(
    loaded.filter(({ isOpen, answers, hours }) => isOpen !== (answers === 0) || isOpen !== (hours === null)),
  ).toEqual([]);
  const asked = await db.selectFrom('duties').select('user_id').distinct().where('item_id', '=', itemId).execute();
  expect(asked).toHaveLength(loaded.length);
  await loadDemoDuties(url, 'America/New_York', now);
  expect(await attendees()).toEqual(loaded);
});
