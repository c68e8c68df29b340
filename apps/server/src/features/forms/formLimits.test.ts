import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CallInput } from '@portico/contracts/endpoint';
import { correctEntry, getForm, saveEntry, submitEntry } from '@portico/contracts/forms';
import {
  listDeskEntries,
  MAX_FORM_CAPACITY,
  returnDeskEntry,
  saveFormLimits,
} from '@portico/contracts/studio/formsDesk';
import { aForm } from '../../testing/aForm.ts';
import { sharedPortal } from '../../testing/testPortal.ts';

const shared = sharedPortal();

async function publishForm(): Promise<string> {
  const form = aForm({ fields: [{ type: 'TextField', alias: 'what', label: 'What' }] });
  await shared().make.resource({ components: [form] });
  return form.formId;
}

type Limits = CallInput<typeof saveFormLimits>['body'];
const limit = (formId: string, own: Partial<Limits>) =>
  shared()
    .as('edda')
    .call(saveFormLimits, {
      params: { formId },
      body: { closesAt: null, capacity: null, isOnce: false, daysToDo: null, version: 0, ...own },
    });
const input = (formId: string, what = 'x') => ({ params: { formId }, body: { values: { what } } });
const keyed = () => ({ 'idempotency-key': randomUUID() });
const send = (who: string, formId: string, what?: string) =>
  shared().as(who).call(submitEntry, input(formId, what), keyed());
const refused = (who: string, formId: string) => shared().as(who).fail(submitEntry, input(formId), keyed());
const limitsFor = async (who: string, formId: string) =>
  (await shared().as(who).call(getForm, { params: { formId } })).limits;

test('a form closes at its instant, not before; a draft stays [FORM-034]', async () => {
  const formId = await publishForm();
  expect(await limitsFor('ana', formId)).toBeUndefined();
  const closesAt = new Date(shared().clock.now.getTime() + 60_000).toISOString();
  await limit(formId, { closesAt });
  expect(await limitsFor('ana', formId)).toEqual({ closesAt, left: null, isOnce: false, refusal: null });
  shared().clock.now = new Date(Date.parse(closesAt) - 1);
  await send('ana', formId);
  const body = { values: { what: 'typed' }, formVersion: 1, version: 0 };
  await shared().as('ana').call(saveEntry, { params: { formId }, body });
  shared().clock.now = new Date(closesAt);
  expect(await limitsFor('ana', formId)).toMatchObject({ refusal: 'Closed' });
  expect(await refused('ana', formId)).toMatchObject({ status: 409, detail: 'This form is closed.' });
  expect((await shared().as('ana').call(getForm, { params: { formId } })).saved).toMatchObject({
    values: { what: 'typed' },
  });
});

test('each person sends a form once; others still can [FORM-034]', async () => {
  const formId = await publishForm();
  await limit(formId, { isOnce: true });
  await send('ana', formId);
  expect(await limitsFor('ana', formId)).toMatchObject({ refusal: 'Sent' });
  expect(await refused('ana', formId)).toMatchObject({ status: 409 });
  expect(await limitsFor('nils', formId)).toMatchObject({ refusal: null });
  await send('nils', formId);
});

test('the last entry of a capacity is accepted, the next one is not, and a lower capacity takes nothing away [FORM-034]', async () => {
  const formId = await publishForm();
  await limit(formId, { capacity: 2 });
  await send('ana', formId);
  expect(await limitsFor('ana', formId)).toMatchObject({ left: 1, refusal: null });
  await send('nils', formId);
  expect(await limitsFor('ana', formId)).toMatchObject({ left: 0, refusal: 'Full' });
  expect(await refused('ana', formId)).toMatchObject({ status: 409 });
  await limit(formId, { capacity: 1, version: 1 });
  expect(await limitsFor('ana', formId)).toMatchObject({ left: 0 });
  expect(await shared().as('edda').call(listDeskEntries, { params: { formId }, query: {} })).toMatchObject({
    total: 2,
    limits: { closesAt: null, capacity: 1, isOnce: false, version: 2 },
  });
  await limit(formId, { version: 2 });
  await send('ana', formId);
});

test('of twenty people who send the last entry at once, one succeeds; of twenty attempts of one person, one is received [FORM-034]', async () => {
  const formId = await publishForm();
  await limit(formId, { capacity: 1 });
  const people = Array.from({ length: 20 }, (_, index) => `racer-${index}`);
  for (const who of people) await shared().as(who).call(getForm, { params: { formId } });
  const attempt = async (who: string, form: string) => {
    const { method, path } = submitEntry;
    const answer = await shared().portal.inject({
      method,
      url: path.replace(':formId', form),
      headers: { ...(await shared().as(who).headers()), ...keyed() },
      payload: { values: { what: 'x' } },
    });
    return answer.statusCode;
  };
  const statuses = await Promise.all(people.map((who) => attempt(who, formId)));
  expect(statuses.toSorted()).toEqual([202, ...Array.from({ length: 19 }, () => 409)]);
  const once = await publishForm();
  await limit(once, { isOnce: true });
  const own = await Promise.all(people.map(() => attempt('ana', once)));
  expect(own.toSorted()).toEqual([202, ...Array.from({ length: 19 }, () => 409)]);
});

test('the same submission sent again gets its receipt, and a returned entry is corrected, whatever the limits [FORM-034]', async () => {
  const formId = await publishForm();
  await limit(formId, { capacity: 1, isOnce: true });
  const key = keyed();
  const first = await shared().as('ana').call(submitEntry, input(formId), key);
  expect(await shared().as('ana').call(submitEntry, input(formId), key)).toEqual(first);
  const { entryId } = first;
  const body = { id: randomUUID(), version: 1, text: 'Add the date.' };
  await shared().as('edda').call(returnDeskEntry, { params: { formId, entryId }, body });
  await shared().as('ana').call(correctEntry, { params: { entryId } });
  expect((await send('ana', formId, 'With a date')).entryId).toBe(entryId);
});

test('limits that somebody else has changed since are not overwritten, and wrong ones are refused [FORM-034]', async () => {
  const formId = await publishForm();
  expect(await limit(formId, { capacity: 5 })).toMatchObject({
    closesAt: null,
    capacity: 5,
    isOnce: false,
    version: 1,
  });
  const body = { closesAt: null, capacity: 7, isOnce: false, daysToDo: null, version: 0 };
  const save = (own: Partial<Limits>) =>
    shared()
      .as('edda')
      .fail(saveFormLimits, { params: { formId }, body: { ...body, ...own } });
  expect(await save({})).toMatchObject({ status: 409 });
  for (const capacity of [0, -1, 1.5, MAX_FORM_CAPACITY + 1])
    expect(await save({ capacity, version: 1 })).toMatchObject({ status: 400 });
  expect(await save({ closesAt: '2026-13-01T00:00:00Z', version: 1 })).toMatchObject({ status: 400 });
  expect(
    await shared()
      .as('edda')
      .fail(saveFormLimits, { params: { formId: randomUUID() }, body }),
  ).toMatchObject({ status: 404 });
  expect(await shared().as('ana').fail(saveFormLimits, { params: { formId }, body })).toMatchObject({ status: 404 });
  expect(await limit(formId, { capacity: MAX_FORM_CAPACITY, version: 1 })).toMatchObject({ version: 2 });
});
