import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { correctEntry, getForm, listForms, submitEntry } from '@portico/contracts/forms';
import {
  listAssignedEntries,
  MAX_DAYS_TO_DO,
  returnDeskEntry,
  saveFormLimits,
} from '@portico/contracts/studio/formsDesk';
import { getStudioAccess } from '@portico/contracts/studio/roles';
import { sharedPortal } from '../../../testing/testPortal.ts';
import { deskPage } from './deskEntries.queries.ts';
import { aDeskReader, DeskForm } from './testing/deskForm.ts';

const shared = sharedPortal();
const { publishForm, send, list, change, detail, idOf } = new DeskForm(shared);

const noLimits = { closesAt: null, capacity: null, isOnce: false, version: 0 };
const giveDays = (formId: string, daysToDo: number | null, version = 0) =>
  shared()
    .as('edda')
    .call(saveFormLimits, { params: { formId }, body: { ...noLimits, daysToDo, version } });
const overdueIn = async (formId: string) =>
  (await shared().as('edda').call(listForms, {})).items.find((form) => form.formId === formId)!.overdue;
const assignedTo = async (who: string) => {
  const assigned = await shared().as(who).call(listAssignedEntries, { query: {} });
  expect(assigned.total).toBe((await shared().as(who).call(getStudioAccess, {})).assignedEntries);
  return assigned.items;
};
const goTo = (instant: string) => (shared().clock.now = new Date(instant));

test('an entry is overdue when the last day of the firm is over, not before; every number equals the list [FORM-042]', async () => {
  const formId = await publishForm();
  goTo('2027-04-01T15:59:59.000Z');
  const late = await send('ana', formId, { what: 'Late' });
  expect((await list(formId)).items).toMatchObject([{ id: late, dueOn: null, isOverdue: false }]);
  expect((await giveDays(formId, 3)).daysToDo).toBe(3);
  // It is nothing for readers.
  expect((await shared().as('ana').call(getForm, { params: { formId } })).limits).toBeUndefined();
  // The last second of the day after, in New York.
  goTo('2027-04-03T03:59:58.000Z');
  const next = await send('nils', formId, { what: 'Next' });
  goTo('2027-04-05T03:59:59.999Z');
  expect((await list(formId)).items).toMatchObject([
    { id: next, dueOn: '2027-04-05', isOverdue: false },
    { id: late, dueOn: '2027-04-04', isOverdue: false },
  ]);
  expect([await overdueIn(formId), (await list(formId)).overdue]).toEqual([0, 0]);
  goTo('2027-04-05T04:00:00.000Z');
  const found = await list(formId, { due: 'Overdue' });
  expect(found.items).toMatchObject([{ id: late, isOverdue: true }]);
  expect(await detail(formId, late)).toMatchObject({ dueOn: '2027-04-04', isOverdue: true });
  expect([found.total, found.overdue, await overdueIn(formId)]).toEqual([1, 1, 1]);

  await change(formId, [{ id: late, version: 1, state: 'Done', assigneeId: null }]);
  expect(await list(formId, { due: 'Overdue' })).toMatchObject({ total: 0, overdue: 0 });
  expect(await detail(formId, late)).toMatchObject({ dueOn: null, isOverdue: false });
  expect(await overdueIn(formId)).toBe(0);
});

test('what waits the longest comes first, and what is done last [FORM-042]', async () => {
  const formId = await publishForm();
  const [first, second, third] = [
    await send('ana', formId, { what: '1' }),
    await send('nils', formId, { what: '2' }),
    await send('cora', formId, { what: '3' }),
  ];
  await change(formId, [{ id: first, version: 1, state: 'Done', assigneeId: null }]);
  expect((await list(formId, { sort: 'Due' })).items.map(({ id }) => id)).toEqual([second, third, first]);
});

test('a returned entry is not due, and its days start again when the sender corrects it [FORM-042]', async () => {
  const formId = await publishForm();
  goTo('2027-06-01T16:00:00.000Z');
  const entryId = await send('ana', formId, { what: 'Cab' });
  await giveDays(formId, 1);
  goTo('2027-06-10T16:00:00.000Z');
  expect((await list(formId)).overdue).toBe(1);
  await shared()
    .as('edda')
    .call(returnDeskEntry, { params: { formId, entryId }, body: { id: randomUUID(), version: 1, text: 'Which cab?' } });
  expect((await list(formId)).items).toMatchObject([{ dueOn: null, isOverdue: false }]);
  await shared().as('ana').call(correctEntry, { params: { entryId } });
  const body = { values: { what: 'Yellow cab' } };
  await shared().as('ana').call(submitEntry, { params: { formId }, body }, { 'idempotency-key': randomUUID() });
  expect((await list(formId)).items).toMatchObject([{ id: entryId, dueOn: '2027-06-11', isOverdue: false }]);
});

test('days are from 1 to a year, and can be taken away again [FORM-042]', async () => {
  const formId = await publishForm();
  for (const daysToDo of [0, MAX_DAYS_TO_DO + 1, 1.5]) {
    const input = { params: { formId }, body: { ...noLimits, daysToDo } };
    expect(await shared().as('edda').fail(saveFormLimits, input), `${daysToDo} days`).toMatchObject({ status: 400 });
  }
  await giveDays(formId, 1);
  expect((await giveDays(formId, MAX_DAYS_TO_DO, 1)).daysToDo).toBe(MAX_DAYS_TO_DO);
  expect((await giveDays(formId, null, 2)).daysToDo).toBeNull();
});

test('the desk shows people what is assigned to them at all forms, overdue entries first; the number in the menu equals the list [FORM-043]', async () => {
  const [urgent, calm] = [await publishForm(), await publishForm()];
  goTo('2027-08-01T16:00:00.000Z');
  const oldest = await send('ana', calm, { what: 'No due date' });
  const overdue = await send('nils', urgent, { what: 'Late' });
  goTo('2027-08-09T16:00:00.000Z');
  const due = await send('ana', urgent, { what: 'Due tomorrow' });
  const others = await send('cora', urgent, { what: 'Of nobody' });
  await giveDays(urgent, 1);
  for (const who of ['edda', 'adam']) expect(await assignedTo(who), who).toEqual([]);
  const [edda, adam] = [await idOf('Edda'), await idOf('Adam')];
  await change(calm, [{ id: oldest, version: 1, state: 'InWork', assigneeId: edda }]);
  await change(urgent, [
    { id: overdue, version: 1, state: 'New', assigneeId: edda },
    { id: due, version: 1, state: 'InWork', assigneeId: edda },
    { id: others, version: 1, state: 'InWork', assigneeId: adam },
  ]);
  expect(await assignedTo('edda')).toMatchObject([
    { id: overdue, formId: urgent, title: 'Expenses', sender: 'Nils Aldous', dueOn: '2027-08-02', isOverdue: true },
    { id: due, state: 'InWork', dueOn: '2027-08-10', isOverdue: false },
    { id: oldest, formId: calm, dueOn: null },
  ]);
  expect((await assignedTo('adam')).map(({ id }) => id)).toEqual([others]);
  await change(urgent, [{ id: overdue, version: 2, state: 'Done', assigneeId: edda }]);
  expect((await assignedTo('edda')).map(({ id }) => id)).toEqual([due, oldest]);
  const beyond = await shared()
    .as('edda')
    .call(listAssignedEntries, { query: { page: '2' } });
  expect(beyond).toMatchObject({ items: [], page: 2, total: 2 });
  expect(await shared().as('ana').fail(listAssignedEntries, { query: {} })).toMatchObject({ status: 404 });
  const [read] = await shared()
    .db.selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'form.entries-read')
    .where('object_id', '=', edda)
    .execute();
  expect(read!.details).toEqual({ desk: true, assigned: 3 });
});

test('overdue entries are found with an index among many that are done [FORM-042]', async () => {
  const { db } = shared();
  const formId = await publishForm();
  await send('ana', formId, { what: 'Waits' });
  await giveDays(formId, 1);
  await sql`insert into form_entries (id, form_id, form_version, user_id, values, received_at, state)
    select gen_random_uuid(), form_id, 1, user_id, values, received_at - n * interval '1 s', 'Done'
    from form_entries, generate_series(1, 5000) n where form_id = ${formId}`.execute(db);
  await sql`analyze form_entries`.execute(db);
  const plan = await sql`explain ${deskPage(formId, { due: 'Overdue' }, aDeskReader())}`.execute(db);
  expect(JSON.stringify(plan.rows)).toContain('form_entries_waiting ');
});
