import { randomUUID } from 'node:crypto';
import { openMailFolder } from '@portico/dev-mailbox/mailFolder';
import { readMail } from '@portico/dev-mailbox/readMail';
import { expect, test } from 'vitest';
import {
  correctEntry,
  discardSavedEntry,
  entryPath,
  getForm,
  getOwnEntry,
  listOwnEntries,
  saveEntry,
  submitEntry,
} from '@portico/contracts/forms';
import type { FormValues } from '@portico/contracts/formValues';
import { listNotifications } from '@portico/contracts/notifications';
import {
  changeDeskEntries,
  deskEntryPath,
  getDeskEntry,
  listDeskColleagues,
  MAX_RETURN_NOTE,
  returnDeskEntry,
} from '@portico/contracts/studio/formsDesk';
import { aForm } from '../../../testing/aForm.ts';
import { testMailbox } from '../../../testing/services/testMailbox.ts';
import { sharedPortal, testPortal } from '../../../testing/testPortal.ts';
import { FormUploads } from '../testing/formUploads.ts';
import { sendFormReturn } from '../forms.jobs.ts';

const shared = sharedPortal();
const uploads = new FormUploads(shared);

async function publishForm(): Promise<{ formId: string; itemId: string }> {
  const form = aForm({
    title: 'Expenses',
    fields: [{ type: 'TextField', alias: 'what', label: 'What', isRequired: true }],
  });
  return { formId: form.formId, itemId: await shared().make.resource({ components: [form] }) };
}

const submit = (who: string, formId: string, values: FormValues, key: string = randomUUID()) =>
  shared()
    .as(who)
    .call(submitEntry, { params: { formId }, body: { values, formVersion: 1 } }, { 'idempotency-key': key });
const entryOf = (formId: string, entryId: string) =>
  shared().as('edda').call(getDeskEntry, { params: { formId, entryId } });
const giveBack = (
  formId: string,
  entryId: string,
  version: number,
  text = 'Add the date.',
  id: string = randomUUID(),
) => shared().as('edda').call(returnDeskEntry, { params: { formId, entryId }, body: { id, version, text } });
const own = (entryId: string) => shared().as('ana').call(getOwnEntry, { params: { entryId } });
const correct = (entryId: string) => shared().as('ana').call(correctEntry, { params: { entryId } });
const formOf = (formId: string) => shared().as('ana').call(getForm, { params: { formId } });
const titles = async (who: string) =>
  (await shared().as(who).call(listNotifications, {})).map(({ title, link }) => ({ title, link }));

test('a returned entry reaches its sender, who keeps the answers, corrects them and sends the same entry again; the desk sees both versions [FORM-032]', async () => {
  const { formId, itemId } = await publishForm();
  const { entryId } = await submit('ana', formId, { what: 'Cab' });
  const colleagues = await shared().as('edda').call(listDeskColleagues, {});
  const edda = colleagues.items.find(({ name }) => name === 'Edda Mohr')!.id;
  await shared()
    .as('adam')
    .call(changeDeskEntries, {
      params: { formId },
      body: { id: randomUUID(), entries: [{ id: entryId, version: 1, state: 'InWork', assigneeId: edda }] },
    });
  const standing = await giveBack(formId, entryId, 2, ' Add the <date>. ');
  expect(standing).toMatchObject({ state: 'Returned', version: 3, assignee: { id: edda } });
  expect(await titles('ana')).toContainEqual({ title: 'Please correct: Expenses', link: entryPath(entryId) });
  expect(await own(entryId)).toMatchObject({ isReturned: true, returned: { note: 'Add the <date>.' } });
  expect((await shared().as('ana').call(listOwnEntries, { query: {} })).items[0]).toMatchObject({
    id: entryId,
    isReturned: true,
  });

  expect(await correct(entryId)).toEqual({ path: `/resources/${itemId}` });
  expect(await correct(entryId)).toEqual({ path: `/resources/${itemId}` });
  const { saved } = await formOf(formId);
  expect(saved).toMatchObject({ values: { what: 'Cab' }, correction: { entryId, note: 'Add the <date>.' } });
  await shared()
    .as('ana')
    .call(saveEntry, {
      params: { formId },
      body: { values: { what: 'Cab, June' }, formVersion: 1, version: saved!.version },
    });
  expect((await formOf(formId)).saved).toMatchObject({ values: { what: 'Cab, June' }, correction: { entryId } });

  shared().clock.now = new Date(shared().clock.now.getTime() + 60_000);
  const key = randomUUID();
  const receipt = await submit('ana', formId, { what: 'Cab, June 3' }, key);
  expect(receipt).toMatchObject({ entryId, receivedAt: shared().clock.now.toISOString() });
  expect(await submit('ana', formId, { what: 'Cab, June 3' }, key)).toEqual(receipt);
  expect(await entryOf(formId, entryId)).toMatchObject({
    state: 'InWork',
    version: 4,
    values: { what: 'Cab, June 3' },
    correctedAt: receipt.receivedAt,
    returned: null,
    earlier: [{ values: { what: 'Cab' }, note: 'Add the <date>.' }],
    changes: [{ by: 'Adam Vance' }, { by: 'Edda Mohr' }, { by: 'Ana Brandt' }],
  });
  expect(await own(entryId)).toMatchObject({ isReturned: false, returned: null, values: { what: 'Cab, June 3' } });
  expect((await formOf(formId)).saved).toBeNull();
  expect(await titles('edda')).toContainEqual({ title: 'Corrected: Expenses', link: deskEntryPath(formId, entryId) });

  await giveBack(formId, entryId, 4, 'And the year.');
  await correct(entryId);
  await submit('ana', formId, { what: 'Cab, June 3, 2026' });
  expect((await entryOf(formId, entryId)).earlier.map(({ note }) => note)).toEqual([
    'Add the <date>.',
    'And the year.',
  ]);
});

test('an entry that somebody has changed since is not returned; the same return sent again has no further effect [FORM-032]', async () => {
  const { formId } = await publishForm();
  const { entryId } = await submit('ana', formId, { what: 'Cab' });
  const params = { formId, entryId };
  await shared()
    .as('adam')
    .call(changeDeskEntries, {
      params: { formId },
      body: { id: randomUUID(), entries: [{ id: entryId, version: 1, state: 'Done', assigneeId: null }] },
    });
  const refused = await shared()
    .as('edda')
    .fail(returnDeskEntry, { params, body: { id: randomUUID(), version: 1, text: 'x' } });
  expect(refused).toMatchObject({ status: 409, detail: expect.stringMatching(/^Adam Vance has just changed/) });
  const id = randomUUID();
  const first = await giveBack(formId, entryId, 2, 'Add the date.', id);
  expect(await giveBack(formId, entryId, 2, 'Add the date.', id)).toEqual(first);
  const notices = (await titles('ana')).filter(({ link }) => link === entryPath(entryId));
  expect(notices).toHaveLength(1);
  for (const text of [' ', 'x'.repeat(MAX_RETURN_NOTE + 1)])
    expect(
      await shared()
        .as('edda')
        .fail(returnDeskEntry, { params, body: { id: randomUUID(), version: 3, text } }),
    ).toMatchObject({ status: 400 });
  expect(
    await shared()
      .as('edda')
      .fail(returnDeskEntry, {
        params: { formId: randomUUID(), entryId },
        body: { id: randomUUID(), version: 3, text: 'x' },
      }),
  ).toMatchObject({ status: 404 });
});

test('an entry becomes “returned” only with a text; moving it on takes it back from the sender, and undo returns it again [FORM-032]', async () => {
  const { formId } = await publishForm();
  const { entryId } = await submit('ana', formId, { what: 'Cab' });
  const change = (version: number, state: 'Returned' | 'Done') => ({
    params: { formId },
    body: { id: randomUUID(), entries: [{ id: entryId, version, state, assigneeId: null }] },
  });
  expect(await shared().as('edda').fail(changeDeskEntries, change(1, 'Returned'))).toMatchObject({ status: 400 });
  await giveBack(formId, entryId, 1);
  await correct(entryId);
  await shared().as('edda').call(changeDeskEntries, change(2, 'Done'));
  expect(await own(entryId)).toMatchObject({ isReturned: false, returned: null });
  expect(await shared().as('ana').fail(correctEntry, { params: { entryId } })).toMatchObject({ status: 409 });
  expect((await formOf(formId)).saved).not.toHaveProperty('correction');
  await shared().as('edda').call(changeDeskEntries, change(3, 'Returned'));
  expect((await formOf(formId)).saved).toMatchObject({ correction: { entryId, note: 'Add the date.' } });
  await shared().as('edda').call(changeDeskEntries, change(4, 'Done'));
  // What was typed is received, as another entry.
  const other = await submit('ana', formId, { what: 'Cab, June' });
  expect(other.entryId).not.toBe(entryId);
  expect(await entryOf(formId, entryId)).toMatchObject({ state: 'Done', values: { what: 'Cab' }, earlier: [] });
});

test('another unfinished entry of the form is never overwritten by a correction [FORM-032]', async () => {
  const { formId, itemId } = await publishForm();
  const { entryId } = await submit('ana', formId, { what: 'Cab' });
  const body = { values: { what: 'Bus' }, formVersion: 1, version: 0 };
  await shared().as('ana').call(saveEntry, { params: { formId }, body });
  await giveBack(formId, entryId, 1);
  expect(await shared().as('ana').fail(correctEntry, { params: { entryId } })).toMatchObject({ status: 409 });
  expect((await formOf(formId)).saved).toMatchObject({ values: { what: 'Bus' } });
  const other = await submit('ana', formId, { what: 'Bus' });
  expect(other.entryId).not.toBe(entryId);
  await correct(entryId);
  await shared().as('ana').call(discardSavedEntry, { params: { formId } });
  expect(await own(entryId)).toMatchObject({ isReturned: true });
  expect(await correct(entryId)).toEqual({ path: `/resources/${itemId}` });
});

test('only the sender opens a returned entry, and only while a page has its form [FORM-032]', async () => {
  const { formId, itemId } = await publishForm();
  const { entryId } = await submit('ana', formId, { what: 'Cab' });
  expect(await shared().as('ana').fail(correctEntry, { params: { entryId } })).toMatchObject({ status: 409 });
  await giveBack(formId, entryId, 1);
  for (const who of ['nils', 'edda'])
    expect(await shared().as(who).fail(correctEntry, { params: { entryId } })).toMatchObject({ status: 404 });
  await shared().make.republish(itemId, { components: [] });
  expect(await shared().as('ana').fail(correctEntry, { params: { entryId } })).toMatchObject({
    status: 409,
    detail: 'No page has this form anymore.',
  });
});

test('a correction keeps the files of the entry, and can replace them [FORM-032]', async () => {
  const formId = await uploads.publishForm();
  const file = await uploads.uploaded(formId, 'first', 'first.txt');
  const { entryId } = await uploads.submit(formId, [file.id]);
  await giveBack(formId, entryId, 1);
  await correct(entryId);
  expect((await formOf(formId)).saved?.files).toEqual([file]);
  const second = await uploads.uploaded(formId, 'second', 'second.txt');
  await submit('ana', formId, { receipts: [second.id] });
  const entry = await entryOf(formId, entryId);
  expect(entry.values).toEqual({ receipts: [second.id] });
  expect(entry.earlier[0]!.values).toEqual({ receipts: [file.id] });
  expect(entry.files.map(({ fileName }) => fileName).sort()).toEqual(['first.txt', 'second.txt']);
  expect((await uploads.download('edda', file.id)).body).toBe('first');
});

test('an email says what to change, with a link and none of the answers, once, and not after the correction [FORM-032]', async () => {
  const { folder, mailbox } = await testMailbox();
  const portal = await testPortal({
    env: { SMTP_URL: mailbox!.smtpUrl, PUBLIC_URL: 'https://portal.example', OIDC_ISSUER: 'https://id.example' },
    issuer: { issuer: 'https://id.example' },
  });
  const form = aForm({ title: 'Expenses', fields: [{ type: 'TextField', alias: 'what', label: 'What' }] });
  const { formId } = form;
  await portal.make.resource({ components: [form] });
  await portal.as('ana').call(getForm, { params: { formId } });
  await portal.db.updateTable('users').set({ email: 'ana@portico.test' }).where('subject', '=', 'ana').execute();
  const send = async (what: string) =>
    (
      await portal
        .as('ana')
        .call(submitEntry, { params: { formId }, body: { values: { what } } }, { 'idempotency-key': randomUUID() })
    ).entryId;
  const giveItBack = (entryId: string, version: number, text: string) =>
    portal.as('edda').call(returnDeskEntry, { params: { formId, entryId }, body: { id: randomUUID(), version, text } });
  const entryId = await send('very-private-words');
  await giveItBack(entryId, 1, 'Add the date.');
  await portal.runJobs();
  await sendFormReturn({ entryId }, portal.parts);
  const mails = await openMailFolder(folder);
  const read = async () => Promise.all((await mails.list()).map(async (id) => readMail((await mails.read(id))!)));
  const about = (await read()).filter(({ subject }) => subject === 'Please correct: Expenses');
  expect(about).toHaveLength(1);
  const text = JSON.stringify(about);
  for (const part of ['Add the date.', `https://portal.example${entryPath(entryId)}`]) expect(text).toContain(part);
  expect(text).not.toContain('very-private-words');

  await portal.as('ana').call(correctEntry, { params: { entryId } });
  expect(await send('Better')).toBe(entryId);
  await portal.runJobs();
  const receipts = (await read()).filter(({ subject }) => subject === 'Received: Expenses');
  expect(new Set(receipts.map(({ messageId }) => messageId)).size).toBe(2);
  await giveItBack(entryId, 3, 'The year, please.');
  await portal.as('ana').call(correctEntry, { params: { entryId } });
  await send('Best');
  await portal.runJobs();
  expect(JSON.stringify(await read())).not.toContain('The year, please.');
});
