import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listNotifications } from '@portico/contracts/notifications';
import {
  addEntryNote,
  changeDeskEntries,
  deleteDeskView,
  deskEntryPath,
  getDeskEntry,
  listDeskColleagues,
  MAX_CHANGED_ENTRIES,
  MAX_DESK_VIEWS,
  saveDeskView,
} from '@portico/contracts/studio/formsDesk';
import { sharedPortal } from '../../../testing/testPortal.ts';
import { DeskForm, type EntryTargets } from './testing/deskForm.ts';

const shared = sharedPortal();
const { publishForm, send, list, change, detail, idOf } = new DeskForm(shared);

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
  const first = await change(formId, asked, id);
  expect((await change(formId, asked, id)).items).toEqual(first.items);
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
  const refused = (entries: EntryTargets) =>
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
