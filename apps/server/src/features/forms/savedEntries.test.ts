import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import {
  SAVED_ENTRY_DAYS,
  discardSavedEntry,
  getForm,
  listOpenForms,
  listOwnEntries,
  saveEntry,
  submitEntry,
} from '@portico/contracts/forms';
import type { FormValues } from '@portico/contracts/formValues';
import { aForm } from '../../testing/aForm.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { purgeExpiredFormData } from './forms.jobs.ts';

const shared = sharedPortal();
async function publishForm(form = aForm()) {
  await shared().make.resource({ components: [form] });
  return form.formId;
}
const save = (who: string, formId: string, values: FormValues, version: number, formVersion = 1) =>
  shared().as(who).call(saveEntry, { params: { formId }, body: { values, formVersion, version } });
const savedOf = async (who: string, formId: string) =>
  (await shared().as(who).call(getForm, { params: { formId } })).saved;

test('unfinished values are saved, valid or not, and open on any device until discarded [FORM-008, FORM-009]', async () => {
  const formId = await publishForm();
  const first = await save('ana', formId, { name: '', kind: 'other', reason: 'half a sen' }, 0);
  if (first.result !== 'Saved') throw new Error('not saved');
  expect(await savedOf('ana', formId)).toEqual({
    values: { name: '', kind: 'other', reason: 'half a sen' },
    files: [],
    formVersion: 1,
    version: first.version,
    savedAt: first.savedAt,
  });
  const second = await save('ana', formId, { name: 'A', kind: 'usual', reason: 'half a sen' }, first.version);
  expect(second).toMatchObject({
    result: 'Saved',
    version: expect.toSatisfy((version: number) => version > first.version) as number,
  });
  expect(await savedOf('ana', formId)).toMatchObject({ values: { kind: 'usual', reason: 'half a sen' } });
  await shared().as('ana').call(discardSavedEntry, { params: { formId } });
  await shared().as('ana').call(discardSavedEntry, { params: { formId } });
  expect(await savedOf('ana', formId)).toBeNull();
});

test('when two devices save, one succeeds and the other receives the saved entry, so nothing is lost [R7]', async () => {
  const formId = await publishForm();
  const begun = await Promise.all(['phone', 'desk'].map((name) => save('ana', formId, { name }, 0)));
  const [winner] = begun.filter(({ result }) => result === 'Saved');
  const [loser] = begun.filter(({ result }) => result === 'Conflict');
  const saved = await savedOf('ana', formId);
  expect(loser).toEqual({ result: 'Conflict', saved });
  expect(winner).toMatchObject({ version: saved!.version });

  const attempts = await Promise.all(
    Array.from({ length: 40 }, (_, index) => save('ana', formId, { name: `try ${index}` }, saved!.version)),
  );
  expect(attempts.filter(({ result }) => result === 'Saved')).toHaveLength(1);
  const now = await savedOf('ana', formId);
  expect(attempts[Number(/\d+/.exec(String(now!.values['name']))![0])]).toMatchObject({
    result: 'Saved',
    version: now!.version,
  });
  for (const attempt of attempts) if (attempt.result === 'Conflict') expect(attempt.saved).toEqual(now);
});

test('the key of an unanswered submission is saved with the values, and removed by the next save without one [FORM-021]', async () => {
  const formId = await publishForm();
  const submissionKey = randomUUID();
  const saveWithKey = (version: number, key: string) =>
    shared()
      .as('ana')
      .call(saveEntry, {
        params: { formId },
        body: { values: { name: 'A' }, formVersion: 1, version, submissionKey: key },
      });
  await saveWithKey(0, submissionKey);
  const saved = await savedOf('ana', formId);
  expect(saved).toMatchObject({ submissionKey });
  expect(await save('ana', formId, { name: 'B' }, 0)).toEqual({ result: 'Conflict', saved });
  await expect(saveWithKey(saved!.version, 'key')).rejects.toThrow('body.submissionKey');
  await save('ana', formId, { name: 'B' }, saved!.version);
  expect(await savedOf('ana', formId)).not.toHaveProperty('submissionKey');
});

test('repeating the same save, as after a lost response, is not a conflict', async () => {
  const formId = await publishForm();
  const first = await save('ana', formId, { name: 'A' }, 0);
  expect(await save('ana', formId, { name: 'A' }, 0)).toEqual(first);
  expect(await save('ana', formId, { name: 'B' }, 0)).toMatchObject({
    result: 'Conflict',
    saved: { values: { name: 'A' } },
  });
});

test('a save based on a discarded entry is a conflict and overwrites nothing, even if a new one exists [R7]', async () => {
  const formId = await publishForm();
  const old = await save('ana', formId, { name: 'old' }, 0);
  if (old.result !== 'Saved') throw new Error('not saved');
  await shared().as('ana').call(discardSavedEntry, { params: { formId } });
  expect(await save('ana', formId, { name: 'older still' }, old.version)).toEqual({ result: 'Conflict', saved: null });
  await save('ana', formId, { name: 'new' }, 0);
  expect(await save('ana', formId, { name: 'older still' }, old.version)).toMatchObject({
    result: 'Conflict',
    saved: { values: { name: 'new' } },
  });
  expect(await savedOf('ana', formId)).toMatchObject({ values: { name: 'new' } });
});

test('submitting deletes the saved entry, and a concurrent save does not restore it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const formId = await publishForm();
    const first = await save('ana', formId, { name: 'A' }, 0);
    if (first.result !== 'Saved') throw new Error('not saved');
    const [, late] = await Promise.all([
      shared()
        .as('ana')
        .call(submitEntry, { params: { formId }, body: { values: { name: 'A' } } }, { 'idempotency-key': 'x' }),
      save('ana', formId, { name: 'AB' }, first.version),
    ]);
    expect(await savedOf('ana', formId)).toBeNull();
    if (late.result === 'Conflict') expect(late.saved).toBeNull();
    expect(
      await shared().db.selectFrom('form_entries').select('values').where('form_id', '=', formId).execute(),
    ).toEqual([{ values: { name: 'A' } }]);
  }
});

test("no one can read, write or discard another person's saved entry [A5]", async () => {
  const formId = await publishForm();
  const own = await save('ana', formId, { name: 'Ana' }, 0);
  if (own.result !== 'Saved') throw new Error('not saved');
  expect(await savedOf('nils', formId)).toBeNull();
  expect(await save('nils', formId, { name: 'Nils' }, own.version)).toEqual({ result: 'Conflict', saved: null });
  await shared().as('nils').call(discardSavedEntry, { params: { formId } });
  expect((await shared().as('nils').call(listOwnEntries, { query: {} })).begun).toEqual([]);
  expect(await savedOf('ana', formId)).toMatchObject({ values: { name: 'Ana' }, version: own.version });
});

test('unknown fields and versions and values beyond their limits are rejected [D3]', async () => {
  const formId = await publishForm();
  const rejected = (body: object) => shared().as('ana').failWith(saveEntry, { params: { formId }, body });
  expect(await rejected({ values: { wage: '1' }, formVersion: 1, version: 0 })).toMatchObject({
    status: 400,
    issues: [{ path: 'values.wage' }],
  });
  expect(await rejected({ values: {}, formVersion: 2, version: 0 })).toMatchObject({ status: 400 });
  expect(await rejected({ values: {}, formVersion: 1, version: -1 })).toMatchObject({ status: 400 });
  expect(await rejected({ values: { '1x': 'a' }, formVersion: 1, version: 0 })).toMatchObject({ status: 400 });
  expect(await rejected({ values: { name: { toString: 'x' } }, formVersion: 1, version: 0 })).toMatchObject({
    status: 400,
  });
  expect(await rejected({ values: { name: 'a\u0000b' }, formVersion: 1, version: 0 })).toMatchObject({ status: 400 });
  expect(await rejected({ values: { reason: 'x'.repeat(20_001) }, formVersion: 1, version: 0 })).toMatchObject({
    status: 400,
  });
  expect(await save('ana', formId, { reason: 'x'.repeat(20_000) }, 0)).toMatchObject({ result: 'Saved' });
});

test(`a saved entry is purged ${SAVED_ENTRY_DAYS} days after its last save, no earlier, and purging twice is harmless [L5]`, async () => {
  const { db, store, clock, parts } = shared();
  const formId = await publishForm();
  await save('ana', formId, { name: 'A' }, 0);
  const purgeAt = (ms: number) =>
    purgeExpiredFormData({}, { ...parts, db, store, now: () => new Date(clock.now.getTime() + ms) });
  const days = SAVED_ENTRY_DAYS * DAY_MS;
  await purgeAt(days);
  expect(await savedOf('ana', formId)).not.toBeNull();
  await purgeAt(days + 1);
  await purgeAt(days + 1);
  expect(await savedOf('ana', formId)).toBeNull();
});

test(`submission keys are purged after ${SAVED_ENTRY_DAYS} days, the longest a browser retries; entries never are [R6]`, async () => {
  const { db, store, clock, parts } = shared();
  const formId = await publishForm();
  await shared()
    .as('ana')
    .call(submitEntry, { params: { formId }, body: { values: { name: 'A' } } }, { 'idempotency-key': 'k' });
  const keys = () => db.selectFrom('form_entry_keys').select('key').where('form_id', '=', formId).execute();
  const purgeAt = (ms: number) =>
    purgeExpiredFormData({}, { ...parts, db, store, now: () => new Date(clock.now.getTime() + ms) });
  const days = SAVED_ENTRY_DAYS * DAY_MS;
  await purgeAt(days);
  expect(await keys()).toEqual([{ key: 'key k' }]);
  await purgeAt(days + 1);
  expect(await keys()).toEqual([]);
  expect(await db.selectFrom('form_entries').select('values').where('form_id', '=', formId).execute()).toHaveLength(1);
});

test('a reader’s forms are those on pages that they may see, each once, in its newest version [FORM-019]', async () => {
  const { as, make } = shared();
  const seen = aForm({ title: 'Seen twice', description: 'For travel.' });
  await make.resource({ components: [seen] });
  const other = await make.news({ components: [{ ...seen, title: 'Seen twice, newer' }] });
  const hidden = aForm({ title: 'Of others' });
  await make.resource({ components: [hidden], audience: ['InsuranceOnly'] });
  await make.resource({ components: [aForm({ title: 'Of a draft' })], isDraft: true });
  const titles = (await as('ana').call(listOpenForms, {})).items;
  expect(titles.filter(({ formId }) => formId === seen.formId)).toEqual([
    { formId: seen.formId, title: 'Seen twice, newer', description: 'For travel.', path: `/news/${other}` },
  ]);
  expect(titles.map(({ title }) => title)).not.toContain('Of others');
  expect(titles.map(({ title }) => title)).not.toContain('Of a draft');
});
