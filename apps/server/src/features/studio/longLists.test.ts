import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { HOUR_MS, MINUTE_MS } from '@portico/contracts/durations';
import { listNotices, sendNotice } from '@portico/contracts/notifications';
import { listPersonClaims } from '@portico/contracts/studio/creditClaims';
import { listPersonStandings, saveCreditNeed } from '@portico/contracts/studio/credits';
import { listDeskEvents } from '@portico/contracts/studio/eventsDesk';
import { getStudioItem, listStudioItems, publishStudioItem } from '@portico/contracts/studio/studio';
import { getCurrentUser } from '@portico/contracts/users';
import { readRows } from '../../db/rows.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { draftCalls } from './testing/draftCalls.ts';

const IdRow = z.object({ id: z.uuid() });

async function studio() {
  const portal = await testPortal();
  for (const name of ['edda', 'ana', 'cora', 'nils']) await portal.as(name).call(getCurrentUser, {});
  const rows = await portal.db.selectFrom('users').select(['id', 'subject']).execute();
  const idOf = (name: string) => rows.find(({ subject }) => subject === name)!.id;
  return { ...portal, idOf, ...draftCalls(() => portal.as('edda')) };
}

/** The ids of all pages, as long as they have any, and the total that each of them says. */
async function readPages(list: (page: string) => Promise<{ items: Array<{ id: string }>; total: number }>) {
  const ids: string[] = [];
  const totals = new Set<number>();
  for (let page = 1; ; page += 1) {
    const { items, total } = await list(String(page));
    totals.add(total);
    if (items.length === 0) return { ids, totals: [...totals] };
    ids.push(...items.map(({ id }) => id));
  }
}

test('each item of the studio is on one page, the latest change first, whether readers or editors have it [DESK-290]', async () => {
  const { as, db, make, start } = await studio();
  for (let number = 0; number < 70; number += 1) await make.news({ header: `News ${number}` });
  for (let number = 0; number < 70; number += 1) await start(number % 7 === 0 ? 'resource' : 'news');
  // Drafts that are newer than their item, older, and of the same minute as others.
  await sql`update content_items set updated_at = timestamptz '2026-03-01' + (hashtext(id::text) % 40) * interval '1 minute'`.execute(
    db,
  );
  await sql`update studio_drafts set is_changed = hashtext(item_id::text) % 3 <> 0,
    updated_at = timestamptz '2026-03-01' + (hashtext('of ' || item_id) % 60) * interval '1 minute'`.execute(db);
  const expected = async (kind: string) =>
    (
      await readRows(
        db,
        IdRow,
        sql`select item.id from content_items item
          left join studio_drafts draft on draft.item_id = item.id and draft.is_changed
          where ${kind} in ('', item.kind) and item.kind <> 'asset' order by greatest(item.updated_at, draft.updated_at) desc, item.id`,
      )
    ).map(({ id }) => id);
  for (const kind of [undefined, 'news', 'resource'] as const) {
    const ids = await expected(kind ?? '');
    expect(
      await readPages((page) =>
        as('edda').call(listStudioItems, { query: { ...(kind ? { kind } : {}), page } as never }),
      ),
    ).toEqual({
      ids,
      totals: [ids.length],
    });
  }
});

test('an item is found by its latest title only, of a draft, of what waits for its date or of what readers see [DESK-290]', async () => {
  const { as, clock, start, save, publish } = await studio();
  const found = async (text: string) => (await as('edda').call(listStudioItems, { query: { text } })).total;
  const itemId = await start();
  await save(itemId, 0, [{ do: 'field', name: 'header', value: 'Rollovers' } as never]);
  await publish(itemId);
  expect([await found('rollov'), await found('annuit')]).toEqual([1, 0]);
  await save(itemId, 1, [{ do: 'field', name: 'header', value: 'Annuities' } as never]);
  expect([await found('rollov'), await found('annuit'), await found('nuiti')]).toEqual([0, 1, 1]);
  const { version, sequence } = await as('edda').call(getStudioItem, { params: { itemId } });
  const goesLiveAt = new Date(clock.now.getTime() + HOUR_MS).toISOString();
  await as('edda').call(publishStudioItem, { params: { itemId }, body: { version, sequence, goesLiveAt } });
  expect([await found('rollov'), await found('annuit'), await found('nuiti')]).toEqual([0, 1, 1]);
});

test('each event of the desk is on one page by its start, also the archived ones [DESK-291]', async () => {
  const { as, make, clock } = await studio();
  const events: Array<{ id: string; start: number }> = [];
  for (let number = 0; number < 60; number += 1) {
    const start = clock.now.getTime() + ((number * 37) % 60) * HOUR_MS + HOUR_MS;
    const times = { startsAt: new Date(start).toISOString(), endsAt: new Date(start + HOUR_MS).toISOString() };
    const id = await make.event({ header: `Event ${number}`, ...times });
    if (number % 5 === 0) await make.withdraw(id);
    events.push({ id, start });
  }
  const ids = events.toSorted((a, b) => a.start - b.start).map(({ id }) => id);
  const pages = (when: 'Upcoming' | 'Past') =>
    readPages((page) => as('edda').call(listDeskEvents, { query: { when, page } as never }));
  expect(await pages('Upcoming')).toEqual({ ids, totals: [60] });
  expect(await pages('Past')).toEqual({ ids: [], totals: [0] });
  clock.now = new Date(clock.now.getTime() + 100 * HOUR_MS);
  expect(await pages('Past')).toEqual({ ids: ids.toReversed(), totals: [60] });
  expect(await pages('Upcoming')).toEqual({ ids: [], totals: [0] });
});

/** Stores claims of `person`: one in each status for each number. */
const storeClaims = (person: string, count: number, program = 'CFP') => sql`
  with file as (insert into credit_files (user_id, file_name, media_type, sha256, content, added_at)
    values (${person}, 'certificate.pdf', 'application/pdf', sha256('x'), 'x', now()) returning id)
  insert into credit_claims (id, user_id, title, provider, program, state, subject, hours, earned_on, file_id, status, changed_at, reason)
  select gen_random_uuid(), ${person}, 'Course', 'A provider', ${program}, '', '', 2, '2026-02-01', file.id, status,
    timestamptz '2026-03-01' + (number * 7 % 20) * interval '1 minute', case when status = 'Rejected' then 'No course.' end
  from file, generate_series(1, ${count}::int) number, unnest(array['Waiting', 'Accepted', 'Rejected']) status`;

test('each claim is on one page: the longest waiting first, then the latest of the others [DESK-292]', async () => {
  const { as, db, idOf } = await studio();
  await storeClaims(idOf('ana'), 60).execute(db);
  await sql`insert into credit_claim_steps (claim_id, version, action, at, claim, file_id)
    select id, 1, 'Submitted', changed_at, '{}', file_id from credit_claims`.execute(db);
  const rows = await readRows(
    db,
    IdRow,
    sql`select id from credit_claims claim
      order by status <> 'Waiting', case when status = 'Waiting' then changed_at end, changed_at desc, id`,
  );
  const pages = (query: object) =>
    readPages((page) => as('edda').call(listPersonClaims, { query: { ...query, page } as never }));
  expect(await pages({})).toEqual({ ids: rows.map(({ id }) => id), totals: [180] });
  expect(await pages({ status: 'Rejected' })).toMatchObject({ totals: [60] });
  expect((await as('edda').call(listPersonClaims, { query: {} })).counts).toMatchObject({ Waiting: 60, Accepted: 60 });
});

test('each notice counts whom it reaches: people of its audience who had joined in time [DESK-293]', async () => {
  const { as, db, clock, idOf } = await studio();
  const send = async (audience: string[]) => {
    const id = randomUUID();
    const text = { title: 'New rates', description: 'From Monday on.', link: '/news', audience };
    await as('edda').call(sendNotice, { body: { id, ...text } as never });
    clock.now = new Date(clock.now.getTime() + MINUTE_MS);
  };
  const first = clock.now;
  for (const audience of [[], ['AdvisorHybrid'], []]) await send(audience);
  const reached = async () =>
    (await as('edda').call(listNotices, { query: {} })).items.map((notice) => notice.reached).toReversed();
  await sql`update users set created_at = '2026-01-01'`.execute(db);
  const people = (await db.selectFrom('users').select('id').execute()).length;
  expect(await reached()).toEqual([people, 1, people]);
  // Newcomers get the notices of some hours before they joined, up to the very moment.
  const join = (ms: number) =>
    sql`update users set created_at = ${new Date(first.getTime() + 24 * HOUR_MS + ms)}::timestamptz where id = ${idOf('ana')}`.execute(
      db,
    );
  const sentBefore = async (ms: number) => {
    await join(ms);
    return reached();
  };
  expect(await sentBefore(0)).toEqual([people, 1, people]);
  expect(await sentBefore(1)).toEqual([people - 1, 1, people]);
  expect(await sentBefore(MINUTE_MS + 1)).toEqual([people - 1, 0, people]);
  expect(await sentBefore(2 * MINUTE_MS)).toEqual([people - 1, 0, people]);
  expect(await sentBefore(2 * MINUTE_MS + 1)).toEqual([people - 1, 0, people - 1]);
});

test('credits count for a need however their program is written, and numbers include everyone [DESK-294]', async () => {
  const { as, db, clock, idOf } = await studio();
  clock.now = new Date('2026-03-09T15:00:00Z');
  const need = {
    program: 'CFP',
    state: '',
    subject: '',
    hours: '5',
    startsOn: '01-01',
    dueOn: '12-31',
    firstYear: 2020,
    lastYear: null,
    reminders: null,
    audience: [],
    audienceRule: { include: {}, exclude: {} },
  };
  await as('adam').call(saveCreditNeed, { params: { needId: randomUUID() }, body: { version: null, need } });
  await storeClaims(idOf('ana'), 1, 'cfp').execute(db);
  await storeClaims(idOf('ana'), 2, 'CFP').execute(db);
  await storeClaims(idOf('cora'), 1, 'CFP').execute(db);
  await storeClaims(idOf('nils'), 3, 'CE').execute(db);
  const all = await as('edda').call(listPersonStandings, { query: {} });
  const earned = Object.fromEntries(all.items.map(({ person, earned }) => [person.id, earned]));
  expect([earned[idOf('ana')], earned[idOf('cora')], earned[idOf('nils')]]).toEqual(['6', '2', '0']);
  expect(all.counts).toMatchObject({ all: 5, missing: 4 });
  expect(all.needs).toMatchObject([{ all: 5, missing: 4 }]);
  expect(all.reminds).toBe(4);
});
