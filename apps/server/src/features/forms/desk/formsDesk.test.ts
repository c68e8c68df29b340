import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { CallInput } from '@portico/contracts/endpoint';
import { countDeskAnswers, DESK_ENTRIES_PAGE_SIZE, listDeskEntries } from '@portico/contracts/studio/formsDesk';
import { sharedPortal } from '../../../testing/testPortal.ts';
import { deskPage } from './deskEntries.queries.ts';
import { aDeskReader, DeskForm, type DeskQuery } from './testing/deskForm.ts';

const shared = sharedPortal();
const { publishForm, send, list, change, detail, idOf } = new DeskForm(shared);
const idsOf = async (formId: string, query: DeskQuery) => (await list(formId, query)).items.map(({ id }) => id);

test('the table has the chosen questions of each entry; questions with the same name stay distinct [FORM-025]', async () => {
  const formId = await publishForm();
  const entryId = await send('ana', formId, { what: 'Cab', amount: '12', kind: 'air', urgent: true });
  const byDefault = await list(formId);
  expect(byDefault).toMatchObject({
    title: 'Expenses',
    counts: { New: 1, InWork: 0, Done: 0, Returned: 0 },
    chosen: ['what', 'amount', 'kind'],
    total: 1,
    next: null,
    items: [
      {
        id: entryId,
        person: { name: 'Ana Brandt' },
        values: { what: 'Cab', amount: '12', kind: 'air' },
        state: 'New',
        assignee: null,
        version: 1,
        notes: 0,
      },
    ],
  });
  expect(byDefault.questions.map(({ label }) => label)).toEqual([
    'What',
    'Amount',
    'Kind (kind)',
    'Kind (teams)',
    'Urgent',
  ]);
  const chosen = await list(formId, { questions: ['urgent', 'other'] });
  expect(chosen.items[0]!.values).toEqual({ urgent: true });
});

test('entries are found by sender, answer and reference, and filtered by answers, state and assignee [FORM-025]', async () => {
  const formId = await publishForm();
  const cab = await send('ana', formId, { what: 'Cab to Zürich', kind: 'air', teams: ['east', 'west'], urgent: true });
  const hotel = await send('nils', formId, { what: '100% wool_blanket', kind: 'bed', teams: ['west'], urgent: false });
  const edda = await idOf('Edda');
  await change(formId, [{ id: hotel, version: 1, state: 'InWork', assigneeId: edda }]);
  const found = async (query: DeskQuery) => {
    const page = await list(formId, query);
    expect(page.total).toBe(page.items.length);
    return page.items.map(({ id }) => id);
  };
  expect(await found({ text: 'zürich' })).toEqual([cab]);
  expect(await found({ text: '100%' })).toEqual([hotel]);
  expect(await found({ text: 'l_b' })).toEqual([hotel]);
  expect(await found({ text: 'brandt' })).toEqual([cab]);
  expect(await found({ text: hotel.slice(0, 8) })).toEqual([hotel]);
  expect(await found({ text: 'nothing like it' })).toEqual([]);
  expect(await found({ answer: ['kind:air'] })).toEqual([cab]);
  expect(await found({ answer: ['teams:west'] })).toEqual([hotel, cab]);
  expect(await found({ answer: ['teams:west', 'urgent:false'] })).toEqual([hotel]);
  expect(await found({ state: 'New' })).toEqual([cab]);
  expect(await found({ state: 'InWork', assigned: 'Me' })).toEqual([hotel]);
  expect(await found({ assigned: edda })).toEqual([hotel]);
  expect(await found({ assigned: 'Nobody' })).toEqual([cab]);
  expect((await list(formId, { state: 'Done' })).counts).toEqual({ New: 1, InWork: 1, Done: 0, Returned: 0 });
});

test('entries are sorted by time, sender, last change or the answers to a question, numbers as numbers [FORM-025]', async () => {
  const formId = await publishForm();
  const nine = await send('nils', formId, { what: 'b', amount: '9' });
  const ten = await send('ana', formId, { what: 'A', amount: '1,010.5' });
  const none = await send('nils', formId, { what: 'c' });
  shared().clock.now = new Date(shared().clock.now.getTime() + 1000);
  await change(formId, [{ id: nine, version: 1, state: 'Done', assigneeId: null }]);
  expect(await idsOf(formId, {})).toEqual([none, ten, nine]);
  expect(await idsOf(formId, { sort: 'Oldest' })).toEqual([nine, ten, none]);
  expect((await idsOf(formId, { sort: 'Name' }))[0]).toBe(ten);
  expect(await idsOf(formId, { sort: 'Changed' })).toEqual([nine, none, ten]);
  expect(await idsOf(formId, { sort: 'Answer', by: 'amount' })).toEqual([nine, ten, none]);
  expect(await idsOf(formId, { sort: 'Answer', by: 'what' })).toEqual([ten, nine, none]);
});

test('ten thousand entries are read page by page in every order, each one once, with an index [FORM-026]', async () => {
  const { db } = shared();
  const formId = await publishForm();
  await send('ana', formId, { what: 'First', amount: '5' });
  await sql`insert into form_entries (id, form_id, form_version, user_id, values, received_at)
    select gen_random_uuid(), form_id, 1, user_id, jsonb_build_object('what', 'Entry ' || n % 7, 'amount', (n % 11)::text), received_at - (n / 3) * interval '1 s'
    from form_entries, generate_series(1, 9999) n where form_id = ${formId}`.execute(db);
  await sql`analyze form_entries`.execute(db);
  for (const order of [{}, { sort: 'Oldest' }, { sort: 'Name' }, { sort: 'Answer', by: 'what' }] as const) {
    const seen = new Set<string>();
    let after: string | undefined;
    for (let page = 0; page < 4; page++) {
      const { items, next, total } = await list(formId, { ...order, ...(after ? { after } : {}) });
      expect(total).toBe(10_000);
      for (const { id } of items) seen.add(id);
      after = next!;
    }
    expect(seen.size, JSON.stringify(order)).toBe(4 * DESK_ENTRIES_PAGE_SIZE);
  }
  const last = await list(formId, { sort: 'Oldest', state: 'New' });
  expect(last.items).toHaveLength(DESK_ENTRIES_PAGE_SIZE);
  const plan = await db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    return sql`explain ${deskPage(formId, { state: 'New', text: 'ana' }, aDeskReader())}`.execute(trx);
  });
  for (const table of ['form_entries', 'users', 'form_versions', 'form_entry_notes', 'form_desk_views'])
    expect(JSON.stringify(plan.rows)).not.toContain(`Seq Scan on ${table}`);
  expect(JSON.stringify(plan.rows)).toMatch(/form_entries_(by_state|waiting)/);
});

test('the pages of a list end with its last entry [FORM-026]', async () => {
  const formId = await publishForm();
  const only = await send('ana', formId, { what: 'One' });
  expect(await list(formId, { after: only })).toMatchObject({ items: [], total: 1, next: null });
  expect(await list(formId, { after: randomUUID() })).toMatchObject({ items: [], next: null });
});

test('each read and change of the desk is in the audit log, without answers; readers find no desk [L3, FORM-028]', async () => {
  const formId = await publishForm();
  const entryId = await send('ana', formId, { what: 'very-private-words' });
  await list(formId, { text: 'very-private-words' });
  await detail(formId, entryId);
  await change(formId, [{ id: entryId, version: 1, state: 'Done', assigneeId: null }]);
  const trail = await shared()
    .db.selectFrom('audit_log')
    .select(['action', 'details'])
    .where('object_id', '=', formId)
    .where('action', '<>', 'form.submitted')
    .orderBy('id')
    .execute();
  expect(trail).toMatchObject([
    { action: 'form.entries-read', details: { desk: true, entries: 1 } },
    { action: 'form.entries-read', details: { desk: true, entryId } },
    { action: 'form.entries-changed', details: { entries: 1 } },
  ]);
  expect(JSON.stringify([trail, shared().logged])).not.toContain('very-private-words');
  for (const query of [
    { questions: 'a'.repeat(300) },
    { answer: 'no-colon' },
    { answer: 'kind:\u0000' },
    { after: 'x' },
  ])
    expect(
      (
        await shared().portal.inject({
          url: `/api/v1/studio/forms/${formId}/desk`,
          query,
          headers: await shared().as('edda').headers(),
        })
      ).statusCode,
    ).toBe(400);
  expect(await shared().as('ana').fail(listDeskEntries, { params: { formId }, query: {} })).toMatchObject({
    status: 404,
  });
  expect(
    await shared()
      .as('edda')
      .fail(listDeskEntries, { params: { formId: randomUUID() }, query: {} }),
  ).toMatchObject({ status: 404 });
});

test('answers to choices are counted in the entries that match, each equal to the list behind it [FORM-035]', async () => {
  const formId = await publishForm();
  await send('ana', formId, { what: 'A', kind: 'air', teams: ['east', 'west'], urgent: true });
  await send('nils', formId, { what: 'B', kind: 'air', teams: ['west'] });
  await send('cora', formId, { what: 'C' });
  const counts = async (query: CallInput<typeof countDeskAnswers>['query'] = {}) =>
    shared().as('edda').call(countDeskAnswers, { params: { formId }, query });
  const all = await counts();
  expect(all).toEqual({
    title: 'Expenses',
    total: 3,
    items: [
      {
        alias: 'kind',
        label: 'Kind (kind)',
        answered: 2,
        options: [
          { value: 'air', label: 'Air fare', entries: 2 },
          { value: 'bed', label: 'Hotel', entries: 0 },
        ],
      },
      {
        alias: 'teams',
        label: 'Kind (teams)',
        answered: 2,
        options: [
          { value: 'east', label: 'East', entries: 1 },
          { value: 'west', label: 'West', entries: 2 },
        ],
      },
      {
        alias: 'urgent',
        label: 'Urgent',
        answered: 3,
        options: [
          { value: 'true', label: 'Yes', entries: 1 },
          { value: 'false', label: 'No', entries: 2 },
        ],
      },
    ],
  });
  for (const { alias, options } of all.items)
    for (const { value, entries } of options)
      expect((await list(formId, { answer: [`${alias}:${value}`] })).total, `${alias} ${value}`).toBe(entries);
  expect((await counts({ answer: ['teams:east'] })).total).toBe(1);
  const unknown = { params: { formId: randomUUID() }, query: {} };
  expect(await shared().as('edda').fail(countDeskAnswers, unknown)).toMatchObject({ status: 404 });
  expect(await shared().as('ana').fail(countDeskAnswers, { params: { formId }, query: {} })).toMatchObject({
    status: 404,
  });
});
