import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { CallInput } from '@portico/contracts/endpoint';
import { compareFormVersions, listDeskEntries } from '@portico/contracts/studio/formsDesk';
import { aForm } from '../../../testing/aForm.ts';
import { sharedPortal } from '../../../testing/testPortal.ts';
import { deskPage } from './deskEntries.queries.ts';
import { aDeskReader, DeskForm } from './testing/deskForm.ts';

const shared = sharedPortal();
const { send, list, detail } = new DeskForm(shared);

const compare = (formId: string, query: CallInput<typeof compareFormVersions>['query'] = {}) =>
  shared().as('edda').call(compareFormVersions, { params: { formId }, query });
const refuse = (formId: string, query: CallInput<typeof compareFormVersions>['query'] = {}, who = 'edda') =>
  shared().as(who).fail(compareFormVersions, { params: { formId }, query });

const first = () =>
  aForm({
    title: 'Parking',
    fields: [
      { type: 'TextField', alias: 'plate', label: 'Plate' },
      { type: 'TextField', alias: 'color', label: 'Color' },
    ],
  });

/** A form whose second version asks for the lot instead of the color. */
async function publishTwoVersions() {
  const { make } = shared();
  const form = first();
  const itemId = await make.resource({ components: [form] });
  const old = await send('ana', form.formId, { plate: 'MA 1', color: 'red' });
  const later = {
    ...form,
    title: 'Parking spots',
    fields: [form.fields[0]!, { id: 'lot', type: 'TextField', alias: 'lot', label: 'Lot' } as const],
  };
  await make.republish(itemId, { components: [later] });
  const current = await send('nils', form.formId, { plate: 'NH 2', lot: 'B' });
  return { formId: form.formId, form, later, old, current };
}

test('two versions of a form are read side by side, the last two by default, each with its entries [FORM-040]', async () => {
  const { formId, form, later } = await publishTwoVersions();
  const compared = await compare(formId);
  expect(compared).toMatchObject({
    title: 'Parking spots',
    versions: [
      { version: 2, entries: 1 },
      { version: 1, entries: 1 },
    ],
    from: { version: 1, form },
    to: { version: 2, form: later },
  });
  for (const { version, entries } of compared.versions)
    expect((await list(formId, { version: String(version) })).total, `version ${version}`).toBe(entries);
  expect(await compare(formId, { from: '2', to: '1' })).toMatchObject({ from: { version: 2 }, to: { version: 1 } });
  expect(await compare(formId, { to: '1' })).toMatchObject({ from: null, to: { version: 1 } });
});

test('unknown versions and forms are not found, numbers that no version has are refused, and readers find nothing [FORM-040]', async () => {
  const { formId } = await publishTwoVersions();
  for (const query of [{ from: '3' }, { to: '3' }, { from: '3', to: '1' }])
    expect(await refuse(formId, query), JSON.stringify(query)).toMatchObject({ status: 404 });
  expect(await refuse(randomUUID())).toMatchObject({ status: 404 });
  expect(await refuse(formId, {}, 'ana')).toMatchObject({ status: 404 });
  for (const query of [{ from: '0' }, { to: '-1' }, { to: '1000000' }, { from: 'x' }])
    expect(await refuse(formId, query), JSON.stringify(query)).toMatchObject({ status: 400 });
});

test('the table says with which version an entry was made, which questions that did not ask, and shows answers to questions that are gone [FORM-041]', async () => {
  const { formId, old, current } = await publishTwoVersions();
  const table = await list(formId, { questions: ['color', 'lot'] });
  expect(table.newestVersion).toBe(2);
  expect(table.questions.map(({ alias, isGone }) => [alias, isGone])).toEqual([
    ['plate', false],
    ['lot', false],
    ['color', true],
  ]);
  expect(table.items).toMatchObject([
    { id: current, formVersion: 2, values: { lot: 'B' }, unasked: ['color'] },
    { id: old, formVersion: 1, values: { color: 'red' }, unasked: ['lot'] },
  ]);
  expect((await list(formId, { version: '1' })).items.map(({ id }) => id)).toEqual([old]);
  expect(await detail(formId, old)).toMatchObject({
    formVersion: 1,
    newestVersion: 2,
    values: { plate: 'MA 1', color: 'red' },
    form: { title: 'Parking' },
  });
  const unknown = { params: { formId }, query: { version: '0' } };
  expect(await shared().as('edda').fail(listDeskEntries, unknown)).toMatchObject({ status: 400 });
});

test('entries of one version are found with an index [FORM-041]', async () => {
  const { db } = shared();
  const plan = await db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    return sql`explain ${deskPage(randomUUID(), { version: 1 }, aDeskReader())}`.execute(trx);
  });
  expect(JSON.stringify(plan.rows)).toContain('form_entries_by_version');
});
