import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import {
  discardSavedEntry,
  getForm,
  getOwnEntry,
  listOwnEntries,
  saveEntry,
  SAVED_ENTRY_DAYS,
  submitEntry,
} from '@portico/contracts/forms';
import type { FormValues } from '@portico/contracts/formValues';
import type { MadeContent } from '../../testing/contentMaker.ts';
import { aForm } from '../../testing/aForm.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { purgeExpiredFormData } from './forms.jobs.ts';
import { SAME_ENTRY_MS } from './submission.ts';
import { expectWithin } from '../../testing/expectWithin.ts';

/** Twenty concurrent submissions take turns, which takes longer on a busy machine than a request may wait. */
const shared = sharedPortal();
const publishForm = async (form = aForm(), fields: MadeContent = {}) => ({
  form,
  formId: form.formId,
  itemId: await shared().make.resource({ components: [form], ...fields }),
});
const send = (who: string, formId: string, values: FormValues, key?: string, formVersion?: number) =>
  shared()
    .as(who)
    .call(
      submitEntry,
      { params: { formId }, body: { values, ...(formVersion ? { formVersion } : {}) } },
      key === undefined ? {} : { 'idempotency-key': key },
    );
const rejected = (who: string, formId: string, body: { values: FormValues; formVersion?: number }, key?: string) =>
  shared()
    .as(who)
    .fail(submitEntry, { params: { formId }, body }, key === undefined ? {} : { 'idempotency-key': key });
const entriesOf = (formId: string) =>
  shared().db.selectFrom('form_entries').selectAll().where('form_id', '=', formId).execute();
/** Publishes an item again with a different form. */
const republish = (itemId: string, form: ReturnType<typeof aForm>, fields: MadeContent = {}) =>
  shared().make.republish(itemId, { components: [form], ...fields });

test('a submitted entry returns 202, is stored with its form version, and can be listed and read by its author [FORM-007]', async () => {
  const { formId, form } = await publishForm();
  const { entryId, receivedAt } = await send('ana', formId, { name: ' Ana ', kind: 'usual' }, 'first');
  const list = await shared().as('ana').call(listOwnEntries, { query: {} });
  expect(list.items.find(({ id }) => id === entryId)).toEqual({
    id: entryId,
    formId,
    title: 'Request',
    receivedAt,
    isReturned: false,
  });
  expect(await shared().as('ana').call(getOwnEntry, { params: { entryId } })).toMatchObject({
    form,
    formVersion: 1,
    values: { name: 'Ana', kind: 'usual' },
    files: [],
    receivedAt,
  });
});

test("other people's entries are neither readable nor listed, and a hidden form accepts none [A5]", async () => {
  const { formId } = await publishForm(aForm(), { audience: ['AdvisorHybrid'] });
  const { entryId } = await send('ana', formId, { name: 'Ana' });
  expect(await shared().as('nils').fail(getOwnEntry, { params: { entryId } })).toMatchObject({ status: 404 });
  expect(await shared().as('edda').fail(getOwnEntry, { params: { entryId } })).toMatchObject({ status: 404 });
  expect((await shared().as('nils').call(listOwnEntries, { query: {} })).total).toBe(0);
  for (const [endpoint, body] of [
    [getForm, undefined],
    [submitEntry, { values: { name: 'x' } }],
    [saveEntry, { values: {}, formVersion: 1, version: 0 }],
  ] as const)
    expect(
      await shared()
        .as('nils')
        .failWith(endpoint, { params: { formId }, ...(body ? { body } : {}) }),
      endpoint.path,
    ).toMatchObject({ status: 404 });
  expect(await entriesOf(formId)).toHaveLength(1);
});

describe('a submission', () => {
  test('is validated as a whole, with an error per field [FORM-001]', async () => {
    const { formId } = await publishForm();
    expect(await rejected('ana', formId, { values: { name: '  ', kind: 'other' } })).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'values.name' }, { path: 'values.reason' }],
    });
    expect(await rejected('ana', formId, { values: { name: 'x', kind: 'neither' } })).toMatchObject({
      issues: [{ path: 'values.kind' }],
    });
    expect(await rejected('ana', formId, { values: { name: 'x', wage: '1' } })).toMatchObject({
      issues: [{ path: 'values.wage' }],
    });
    expect(await rejected('ana', formId, { values: { name: true } })).toMatchObject({
      issues: [{ path: 'values.name' }],
    });
    expect(await entriesOf(formId)).toEqual([]);
  });

  test('neither requires nor stores hidden fields [FORM-003]', async () => {
    const { formId } = await publishForm();
    await send('ana', formId, { name: 'Ana', kind: 'usual', reason: 'typed before' });
    await send('ana', formId, { name: 'Ana', kind: 'other', reason: 'Because' });
    expect((await entriesOf(formId)).map(({ values }) => values)).toEqual([
      { name: 'Ana', kind: 'usual' },
      { name: 'Ana', kind: 'other', reason: 'Because' },
    ]);
  });

  test('cannot set its id, person, version or time [A6]', async () => {
    const { formId } = await publishForm();
    const id = randomUUID();
    const body = {
      values: { name: 'Ana' },
      id,
      entryId: id,
      userId: id,
      user_id: id,
      receivedAt: '2020-01-01T00:00:00Z',
      form_version: 7,
      isReceiptDue: false,
    };
    const { entryId } = await shared().as('ana').call(submitEntry, { params: { formId }, body });
    const [entry] = await entriesOf(formId);
    expect(entry).toMatchObject({ id: entryId, form_version: 1, is_receipt_due: true });
    expect(entryId).not.toBe(id);
    expect(new Date(entry!.received_at).getFullYear()).toBe(shared().clock.now.getFullYear());
  });

  test(
    'is matched against whole patterns, and hostile text does not slow down the matching [D7]',
    { tags: 'timed' },
    async () => {
      const pattern = { expression: '(a+)+', message: 'Only a' };
      const { formId } = await publishForm(
        aForm({ fields: [{ type: 'TextField', alias: 'text', label: 'Text', pattern }] }),
      );
      await send('ana', formId, { text: 'aaa' });
      const begun = performance.now();
      expect(await rejected('ana', formId, { values: { text: `${'a'.repeat(900)}!` } })).toMatchObject({
        issues: [{ path: 'values.text', message: 'Only a' }],
      });
      expectWithin(1000, performance.now() - begun);
    },
  );

  test('sends one receipt email, without any values [L1]', async () => {
    const { db, runJobs, logged } = shared();
    const { formId } = await publishForm();
    const { entryId } = await send('ana', formId, { name: 'very-private-words' });
    await runJobs();
    expect(await db.selectFrom('form_entries').select('is_receipt_due').where('id', '=', entryId).execute()).toEqual([
      { is_receipt_due: false },
    ]);
    const audited = await db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('object_id', '=', formId)
      .execute();
    expect(audited).toEqual([{ action: 'form.submitted', details: { entryId, version: 1 } }]);
    expect(JSON.stringify(logged)).not.toContain('very-private-words');
    const jobs = await sql`select payload::text from graphile_worker._private_jobs`.execute(db);
    expect(JSON.stringify(jobs.rows)).not.toContain('very-private-words');
  });
});

describe('an idempotency key', () => {
  test('turns twenty concurrent attempts into one entry, one response, one email and one audit entry [R6, B2]', async () => {
    const { db, clock } = shared();
    const { formId } = await publishForm();
    // The database drops trailing zeros.
    clock.now.setMilliseconds(210);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('ana', formId, { name: 'Ana' }, 'one')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]!.receivedAt).toBe(clock.now.toISOString());
    expect(await entriesOf(formId)).toHaveLength(1);
    expect(await db.selectFrom('audit_log').select('id').where('object_id', '=', formId).execute()).toHaveLength(1);
  });

  test('with another entry is a conflict; for another person or form it is a different key [R6]', async () => {
    const { formId } = await publishForm();
    const other = await publishForm();
    const first = await send('ana', formId, { name: 'Ana', kind: 'usual' }, 'shared');
    expect(await send('ana', formId, { kind: 'usual', name: 'Ana' }, 'shared')).toEqual(first);
    expect(await rejected('ana', formId, { values: { name: 'Else' } }, 'shared')).toMatchObject({ status: 409 });
    await send('nils', formId, { name: 'Nils' }, 'shared');
    await send('ana', other.formId, { name: 'Ana' }, 'shared');
    expect([(await entriesOf(formId)).length, (await entriesOf(other.formId)).length]).toEqual([2, 1]);
  });

  test('used again deletes an entry saved in the meantime with the same answers, and nothing else [R6, B2]', async () => {
    const { as } = shared();
    const { formId } = await publishForm();
    const first = await send('ana', formId, { name: 'Ana' }, 'again');
    const save = (name: string, version: number) =>
      as('ana').call(saveEntry, { params: { formId }, body: { values: { name }, formVersion: 1, version } });
    const saved = async () => (await as('ana').call(getForm, { params: { formId } })).saved;
    await save('Ana', 0);
    expect(await send('ana', formId, { name: 'Ana' }, 'again')).toEqual(first);
    expect(await saved()).toBeNull();
    await save('Someone else', 0);
    expect(await send('ana', formId, { name: 'Ana' }, 'again')).toEqual(first);
    expect(await saved()).toMatchObject({ values: { name: 'Someone else' } });
  });

  test('is valid for 90 days, even if the form is gone or would now reject the entry, and can be any visible ASCII text [R6]', async () => {
    const { clock, make, parts } = shared();
    const { formId, itemId } = await publishForm();
    const key = `~!${'k'.repeat(198)}`;
    const first = await send('ana', formId, { name: 'Ana' }, key);
    const before = clock.now;
    clock.now = new Date(before.getTime() + SAVED_ENTRY_DAYS * DAY_MS - 1000);
    await make.withdraw(itemId);
    await purgeExpiredFormData({}, { ...parts, now: () => clock.now });
    expect(await send('ana', formId, { name: 'Ana' }, key)).toEqual(first);
    clock.now = new Date(clock.now.getTime() + 2000);
    await purgeExpiredFormData({}, { ...parts, now: () => clock.now });
    expect(await rejected('ana', formId, { values: { name: 'Ana' } }, key)).toMatchObject({ status: 404 });
    clock.now = before;
    for (const bad of ['', `${key}k`, 'two words', 'ü'])
      expect(await rejected('ana', formId, { values: { name: 'Ana' } }, bad), bad).toMatchObject({ status: 400 });
  });

  test('is optional: without one, the same entry within a minute counts as a double click, and later as a new one', async () => {
    const { clock } = shared();
    const { formId } = await publishForm();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('ana', formId, { name: 'Ana' })));
    expect(new Set(answers.map(({ entryId }) => entryId)).size).toBe(1);
    await send('ana', formId, { name: 'Ana B' });
    const before = clock.now;
    clock.now = new Date(before.getTime() + SAME_ENTRY_MS - 1);
    await send('ana', formId, { name: 'Ana' });
    expect(await entriesOf(formId)).toHaveLength(2);
    clock.now = new Date(before.getTime() + SAME_ENTRY_MS);
    await send('ana', formId, { name: 'Ana' });
    expect(await entriesOf(formId)).toHaveLength(3);
    clock.now = before;
  });
});

describe('a form that changes', () => {
  test('is submitted under the version with which the entry was started, and an unknown version is rejected [FORM-012]', async () => {
    const { formId, form, itemId } = await publishForm();
    await shared()
      .as('ana')
      .call(saveEntry, { params: { formId }, body: { values: { name: 'A' }, formVersion: 1, version: 0 } });
    const changed = aForm({
      ...form,
      title: 'Request, new',
      fields: [{ type: 'TextField', alias: 'budget', label: 'Budget', isRequired: true }],
    });
    await republish(itemId, changed);
    expect(await shared().as('ana').call(getForm, { params: { formId } })).toMatchObject({
      formVersion: 2,
      form: changed,
      saved: { formVersion: 1, values: { name: 'A' } },
      savedForm: form,
    });
    const { entryId } = await send('ana', formId, { name: 'A' }, undefined, 1);
    expect(await shared().as('ana').call(getOwnEntry, { params: { entryId } })).toMatchObject({
      formVersion: 1,
      form,
      title: 'Request',
    });
    expect(await rejected('ana', formId, { values: { name: 'A', kind: 'usual' } })).toMatchObject({
      issues: [{ path: 'values.name' }, { path: 'values.kind' }],
    });
    for (const formVersion of [3, 0, -1])
      expect(await rejected('ana', formId, { values: { name: 'A' }, formVersion })).toMatchObject({
        status: 400,
        issues: [{ path: 'formVersion' }],
      });
    expect(await shared().as('ana').call(getForm, { params: { formId } })).toMatchObject({
      saved: null,
      savedForm: null,
    });
  });

  test('does not expose versions for other audiences by number [A1]', async () => {
    const { formId, form, itemId } = await publishForm(aForm(), { audience: ['AdvisorHybrid'] });
    await republish(itemId, aForm({ ...form, title: 'For all' }), { audience: [] });
    expect(await shared().as('nils').call(getForm, { params: { formId } })).toMatchObject({ formVersion: 2 });
    expect(await rejected('nils', formId, { values: { name: 'N' }, formVersion: 1 })).toMatchObject({ status: 400 });
    await send('ana', formId, { name: 'Ana' }, undefined, 1);
  });

  test('or is unpublished leaves submitted entries readable and lists saved ones without a link', async () => {
    const { formId, itemId } = await publishForm();
    const { entryId } = await send('cora', formId, { name: 'Cora' });
    await shared()
      .as('cora')
      .call(saveEntry, { params: { formId }, body: { values: { name: 'C' }, formVersion: 1, version: 0 } });
    expect((await shared().as('cora').call(listOwnEntries, { query: {} })).begun).toMatchObject([
      { formId, title: 'Request', path: `/resources/${itemId}` },
    ]);
    await shared().make.withdraw(itemId);
    const { begun, items } = await shared().as('cora').call(listOwnEntries, { query: {} });
    expect([begun, items]).toMatchObject([[{ formId, path: null }], [{ id: entryId }]]);
    expect(await shared().as('cora').call(getOwnEntry, { params: { entryId } })).toMatchObject({
      values: { name: 'Cora' },
    });
    expect(await shared().as('cora').fail(getForm, { params: { formId } })).toMatchObject({ status: 404 });
    await shared().as('cora').call(discardSavedEntry, { params: { formId } });
    expect((await shared().as('cora').call(listOwnEntries, { query: {} })).begun).toEqual([]);
  });
});

test("a person's entries are listed newest first, twenty per page, with the total", async () => {
  const { formId } = await publishForm();
  for (let index = 0; index < 21; index += 1) await send('pia', formId, { name: `P ${index}` }, `page-${index}`);
  const first = await shared().as('pia').call(listOwnEntries, { query: {} });
  const second = await shared()
    .as('pia')
    .call(listOwnEntries, { query: { page: '2' } });
  expect([first.items.length, first.total, second.items.length]).toEqual([20, 21, 1]);
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(21);
});
