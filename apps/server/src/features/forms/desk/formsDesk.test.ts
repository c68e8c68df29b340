import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { CallInput } from '@portico/contracts/endpoint';
import { submitEntry } from '@portico/contracts/forms';
import type { FormValues } from '@portico/contracts/formValues';
import { listNotifications } from '@portico/contracts/notifications';
import {
  addEntryNote,
  changeDeskEntries,
  deleteDeskView,
  DESK_ENTRIES_PAGE_SIZE,
  deskEntryPath,
  getDeskEntry,
  listDeskColleagues,
  listDeskEntries,
  MAX_CHANGED_ENTRIES,
  MAX_DESK_VIEWS,
  saveDeskView,
} from '@portico/contracts/studio/formsDesk';
import { aForm } from '../../../testing/aForm.ts';
import { sharedPortal } from '../../../testing/testPortal.ts';
import { deskPage } from './deskEntries.queries.ts';

const shared = sharedPortal();

const form = () =>
  aForm({
    title: 'Expenses',
    fields: [
      { type: 'TextField', alias: 'what', label: 'What' },
      { type: 'TextField', format: 'Number', alias: 'amount', label: 'Amount' },
      {
        type: 'DropDownList',
        alias: 'kind',
        label: 'Kind',
        options: [
          { value: 'air', label: 'Air fare' },
          { value: 'bed', label: 'Hotel' },
        ],
      },
      {
        type: 'MultiChoice',
        alias: 'teams',
        label: 'Kind',
        options: [
          { value: 'east', label: 'East' },
          { value: 'west', label: 'West' },
        ],
      },
      { type: 'Checkbox', alias: 'urgent', label: 'Urgent' },
    ],
  });

async function publishForm(): Promise<string> {
  const published = form();
  await shared().make.resource({ components: [published] });
  return published.formId;
}

async function send(who: string, formId: string, values: FormValues): Promise<string> {
  shared().clock.now = new Date(shared().clock.now.getTime() + 1000);
  const body = { values };
  const headers = { 'idempotency-key': randomUUID() };
  return (await shared().as(who).call(submitEntry, { params: { formId }, body }, headers)).entryId;
}

const list = (formId: string, query: CallInput<typeof listDeskEntries>['query'] = {}, who = 'edda') =>
  shared().as(who).call(listDeskEntries, { params: { formId }, query });
const idsOf = async (formId: string, query: CallInput<typeof listDeskEntries>['query']) =>
  (await list(formId, query)).items.map(({ id }) => id);
type Change = CallInput<typeof changeDeskEntries>['body'];
const change = (formId: string, entries: Change['entries'], who = 'edda', id: string = randomUUID()) =>
  shared().as(who).call(changeDeskEntries, { params: { formId }, body: { id, entries } });
const detail = (formId: string, entryId: string) =>
  shared().as('edda').call(getDeskEntry, { params: { formId, entryId } });
const idOf = async (name: string) =>
  (await shared().as('edda').call(listDeskColleagues, {})).items.find((each) => each.name.startsWith(name))!.id;

test('the table has the chosen questions of each entry; two questions of one name are told apart [FORM-025]', async () => {
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
  const found = async (query: CallInput<typeof listDeskEntries>['query']) => {
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
    return sql`explain ${deskPage(formId, { state: 'New', text: 'ana' }, randomUUID())}`.execute(trx);
  });
  for (const table of ['form_entries', 'users', 'form_versions', 'form_entry_notes', 'form_desk_views'])
    expect(JSON.stringify(plan.rows)).not.toContain(`Seq Scan on ${table}`);
  expect(JSON.stringify(plan.rows)).toContain('form_entries_by_state');
});

test('the pages of a list end with its last entry [FORM-026]', async () => {
  const formId = await publishForm();
  const only = await send('ana', formId, { what: 'One' });
  expect(await list(formId, { after: only })).toMatchObject({ items: [], total: 1, next: null });
  expect(await list(formId, { after: randomUUID() })).toMatchObject({ items: [], next: null });
});

test('a change names the version that was seen: the second person hears of the first, and nothing is lost [FORM-027]', async () => {
  const formId = await publishForm();
  const entryId = await send('ana', formId, { what: 'Cab' });
  const other = await send('nils', formId, { what: 'Bus' });
  const edda = await idOf('Edda');
  const done = await change(formId, [{ id: entryId, version: 1, state: 'InWork', assigneeId: edda }]);
  expect(done.items).toEqual([
    {
      id: entryId,
      isChanged: true,
      state: 'InWork',
      assignee: { id: edda, name: 'Edda Mohr' },
      version: 2,
      changedBy: null,
      before: { state: 'New', assigneeId: null },
    },
  ]);
  const second = await change(formId, [
    { id: entryId, version: 1, state: 'Done', assigneeId: null },
    { id: other, version: 1, state: 'Done', assigneeId: null },
  ]);
  expect(second.items.find(({ id }) => id === entryId)).toMatchObject({
    isChanged: false,
    state: 'InWork',
    version: 2,
    changedBy: 'Edda Mohr',
    before: null,
  });
  expect(second.items.find(({ id }) => id === other)).toMatchObject({ isChanged: true, state: 'Done', version: 2 });
  expect((await detail(formId, entryId)).changes).toMatchObject([
    { by: 'Edda Mohr', from: { state: 'New', assignee: null }, to: { state: 'InWork', assignee: 'Edda Mohr' } },
  ]);
});

test('of twenty changes of one entry at once, one takes effect [FORM-027]', async () => {
  const formId = await publishForm();
  const id = await send('ana', formId, { what: 'Cab' });
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      change(formId, [{ id, version: 1, state: index % 2 ? 'Done' : 'InWork', assigneeId: null }]),
    ),
  );
  expect(results.filter(({ items }) => items[0]!.isChanged)).toHaveLength(1);
  expect(await detail(formId, id)).toMatchObject({ version: 2, changes: [{ by: 'Edda Mohr' }] });
});

test('the same change sent again has no further effect, and undo restores what was before [FORM-027]', async () => {
  const formId = await publishForm();
  const entries = [await send('ana', formId, { what: 'A' }), await send('nils', formId, { what: 'B' })];
  const edda = await idOf('Edda');
  await change(formId, [{ id: entries[0]!, version: 1, state: 'InWork', assigneeId: edda }]);
  const id = randomUUID();
  const asked = entries.map((entry, index) => ({
    id: entry,
    version: index === 0 ? 2 : 1,
    state: 'Done' as const,
    assigneeId: null,
  }));
  const first = await change(formId, asked, 'edda', id);
  expect((await change(formId, asked, 'edda', id)).items).toEqual(first.items);
  const undone = await change(
    formId,
    first.items.map((item) => ({ id: item.id, version: item.version, ...item.before! })),
  );
  expect(undone.items.every(({ isChanged }) => isChanged)).toBe(true);
  const states = Object.fromEntries((await list(formId)).items.map((item) => [item.id, item]));
  expect(states[entries[0]!]).toMatchObject({ state: 'InWork', assignee: { id: edda }, version: 4 });
  expect(states[entries[1]!]).toMatchObject({ state: 'New', assignee: null, version: 3 });
  expect((await detail(formId, entries[0]!)).changes).toHaveLength(3);
});

test('entries of another form, too many of them, and people who may not read them are refused, changing nothing [FORM-027]', async () => {
  const formId = await publishForm();
  const otherForm = await publishForm();
  const own = await send('ana', formId, { what: 'A' });
  const foreign = await send('ana', otherForm, { what: 'B' });
  const refused = (entries: Change['entries']) =>
    shared()
      .as('edda')
      .fail(changeDeskEntries, { params: { formId }, body: { id: randomUUID(), entries } });
  const asked = (id: string, assigneeId: string | null = null) => ({
    id,
    version: 1,
    state: 'Done' as const,
    assigneeId,
  });
  expect(await refused([asked(own), asked(foreign)])).toMatchObject({ status: 404 });
  const { id: reader } = await shared()
    .db.selectFrom('users')
    .select('id')
    .where('subject', '=', 'ana')
    .executeTakeFirstOrThrow();
  expect(await refused([asked(own, reader)])).toMatchObject({ status: 400 });
  expect(await refused([asked(own, randomUUID())])).toMatchObject({ status: 400 });
  expect(await refused([])).toMatchObject({ status: 400 });
  expect(await refused(Array.from({ length: MAX_CHANGED_ENTRIES + 1 }, () => asked(randomUUID())))).toMatchObject({
    status: 400,
  });
  expect(await refused(Array.from({ length: MAX_CHANGED_ENTRIES }, () => asked(randomUUID())))).toMatchObject({
    status: 404,
  });
  expect(await detail(formId, own)).toMatchObject({ state: 'New', version: 1, changes: [] });
  expect(
    await shared()
      .as('edda')
      .fail(getDeskEntry, { params: { formId, entryId: foreign } }),
  ).toMatchObject({
    status: 404,
  });
});

test('people hear of entries that others assign to them, once for each change [FORM-028]', async () => {
  const formId = await publishForm();
  const entries = [await send('ana', formId, { what: 'A' }), await send('ana', formId, { what: 'B' })];
  await shared().as('adam').call(listDeskColleagues, {});
  const adam = await idOf('Adam');
  const titles = async (who: string) =>
    (await shared().as(who).call(listNotifications, {}))
      .filter(({ link }) => link?.includes(formId))
      .map(({ title, link }) => ({ title, link }));
  await change(formId, [{ id: entries[0]!, version: 1, state: 'InWork', assigneeId: adam }]);
  expect(await titles('adam')).toEqual([
    { title: 'An entry is yours: Expenses', link: deskEntryPath(formId, entries[0]!) },
  ]);
  const edda = await idOf('Edda');
  await change(
    formId,
    entries.map((id, index) => ({ id, version: index === 0 ? 2 : 1, state: 'InWork', assigneeId: edda })),
  );
  expect(await titles('edda')).toEqual([]);
  await change(
    formId,
    entries.map((id, index) => ({ id, version: index === 0 ? 3 : 2, state: 'InWork', assigneeId: adam })),
  );
  expect((await titles('adam')).map(({ title }) => title)).toContain('2 entries are yours: Expenses');
});

test('notes of an entry are for colleagues, with author and time; sent twice, there is one [FORM-028]', async () => {
  const formId = await publishForm();
  const entryId = await send('ana', formId, { what: 'A' });
  const params = { formId, entryId };
  const body = { id: randomUUID(), text: ' Called the hotel. ' };
  const written = await shared().as('edda').call(addEntryNote, { params, body });
  expect(written).toMatchObject({ by: 'Edda Mohr', text: 'Called the hotel.' });
  expect(await shared().as('edda').call(addEntryNote, { params, body })).toEqual(written);
  expect((await detail(formId, entryId)).notes).toEqual([written]);
  expect((await list(formId)).items[0]).toMatchObject({ notes: 1, version: 1 });
  for (const text of [' ', 'x'.repeat(2001)])
    expect(
      await shared()
        .as('edda')
        .fail(addEntryNote, { params, body: { id: randomUUID(), text } }),
    ).toMatchObject({ status: 400 });
  const missing = { params: { formId, entryId: randomUUID() }, body: { id: randomUUID(), text: 'x' } };
  expect(await shared().as('edda').fail(addEntryNote, missing)).toMatchObject({ status: 404 });
});

test('a saved view belongs to one person; the same name replaces it, and there are at most twenty [FORM-029]', async () => {
  const formId = await publishForm();
  const params = { formId };
  await shared().as('adam').call(listDeskColleagues, {});
  const save = (name: string, query: string) =>
    shared().as('edda').call(saveDeskView, { params, body: { name, query } });
  const view = await save('Mine', 'assigned=Me');
  await save('Mine', 'assigned=Me&state=New');
  expect((await list(formId)).views).toEqual([{ ...view, query: 'assigned=Me&state=New' }]);
  expect((await list(formId, {}, 'adam')).views).toEqual([]);
  await shared()
    .as('adam')
    .call(deleteDeskView, { params: { formId, viewId: view.id } });
  expect((await list(formId)).views).toHaveLength(1);
  for (let number = 1; number < MAX_DESK_VIEWS; number++) await save(`View ${number}`, '');
  expect(
    await shared()
      .as('edda')
      .fail(saveDeskView, { params, body: { name: 'One more', query: '' } }),
  ).toMatchObject({ status: 409 });
  await save('Mine', 'state=Done');
  await shared()
    .as('edda')
    .call(deleteDeskView, { params: { formId, viewId: view.id } });
  expect((await list(formId)).views.some(({ name }) => name === 'Mine')).toBe(false);
  const unknown = { params: { formId: randomUUID() }, body: { name: 'x', query: '' } };
  expect(await shared().as('edda').fail(saveDeskView, unknown)).toMatchObject({ status: 404 });
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
  for (const query of [{ questions: 'a'.repeat(300) }, { answer: 'no-colon' }, { after: 'x' }])
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
