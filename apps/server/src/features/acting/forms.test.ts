import { randomUUID } from 'node:crypto';
import { listActs, withdrawDelegation } from '@portico/contracts/acting';
import {
  correctEntry,
  discardSavedEntry,
  formExportPath,
  formFilePath,
  formFileUrl,
  getForm,
  getOwnEntry,
  listFormEntries,
  listOwnEntries,
  saveEntry,
  submitEntry,
} from '@portico/contracts/forms';
import { listNotifications } from '@portico/contracts/notifications';
import { getDeskEntry, listDeskEntries, returnDeskEntry, saveFormLimits } from '@portico/contracts/studio/formsDesk';
import { expect, test } from 'vitest';
import { aForm } from '../../testing/aForm.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { actingOn, NOW, TODAY } from './testing/actingPortal.ts';

/** A portal with a form, and Nils, who may fill it in for Ana. */
async function formPortal(env: Record<string, string> = {}) {
  const portal = await testPortal({ now: NOW, env });
  const acting = actingOn(portal);
  const form = aForm({
    fields: [
      { type: 'TextField', alias: 'what', label: 'What' },
      { type: 'FileUpload', alias: 'receipts', label: 'Receipts' },
    ],
  });
  await portal.make.resource({ components: [form] });
  const { formId } = form;
  const delegation = await acting.give('nils', { scopes: ['Forms'] });
  const { forAna } = acting;
  return {
    ...portal,
    ...acting,
    formId,
    params: { formId },
    delegation,
    draft: (values = { what: 'Taxi' }, version = 0) => ({
      params: { formId },
      body: { values, formVersion: 1, version },
    }),
    send: (what = 'Taxi') => forAna('nils', submitEntry, { params: { formId }, body: { values: { what } } }),
    acts: async () =>
      (await portal.as('ana').call(listActs, { query: {} })).items.map(({ action, title }) => `${action}: ${title}`),
  };
}

test('a delegate fills in and submits a form for somebody; entry, audit, log and notification have both names [DUTY-110]', async () => {
  const { as, forAna, params, draft, send, acts, db, idOf } = await formPortal();
  await forAna('nils', saveEntry, draft());
  // What they fill in is Ana’s, and nothing of their own.
  expect((await as('ana').call(getForm, { params })).saved).toMatchObject({ values: { what: 'Taxi' } });
  expect((await as('nils').call(getForm, { params })).saved).toBeNull();
  const { entryId } = await send();
  expect((await as('ana').call(getForm, { params })).saved).toBeNull();
  expect((await as('ana').call(listOwnEntries, { query: {} })).items).toMatchObject([
    { id: entryId, sentBy: 'Nils Aldous' },
  ]);
  expect((await as('nils').call(listOwnEntries, { query: {} })).items).toEqual([]);
  const own = { params: { entryId } };
  expect(await as('ana').call(getOwnEntry, own)).toMatchObject({ sentBy: 'Nils Aldous', values: { what: 'Taxi' } });
  expect(await as('nils').fail(getOwnEntry, own)).toMatchObject({ code: 'not_found' });
  const both = { person: { name: 'Ana Brandt' }, sentBy: 'Nils Aldous' };
  expect((await as('edda').call(listFormEntries, { params, query: {} })).items).toMatchObject([both]);
  expect((await as('edda').call(listDeskEntries, { params, query: {} })).items).toMatchObject([both]);
  const desk = { params: { ...params, entryId } };
  expect(await as('edda').call(getDeskEntry, desk)).toMatchObject(both);
  const audited = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('action', '=', 'form.submitted')
    .execute();
  expect(audited).toMatchObject([{ actor_id: await idOf('nils'), details: { entryId, for: await idOf('ana') } }]);
  const form = (await as('ana').call(getOwnEntry, own)).title;
  expect(await acts()).toEqual([`submitEntry: ${form}`, `saveEntry: ${form}`]);
  expect(await as('ana').call(listNotifications, {})).toMatchObject([
    { title: `Submitted for you: ${form}`, description: 'Nils Aldous submitted this form in your name.' },
  ]);
  expect(await as('nils').call(listNotifications, {})).toEqual([]);
  // What Ana submits herself has her name only.
  await as('ana').call(submitEntry, { params, body: { values: { what: 'Train' } } });
  const { items } = await as('ana').call(listOwnEntries, { query: {} });
  expect(items.map((entry) => entry.sentBy).toSorted()).toEqual(['Nils Aldous', undefined]);
});

test('the export names the delegate who submitted an entry [DUTY-111]', async () => {
  const { as, send, portal, formId } = await formPortal();
  await send();
  const url = formExportPath(formId, 'csv');
  const { body, statusCode } = await portal.inject({ url, headers: await as('edda').headers() });
  expect(statusCode, body).toBe(200);
  expect(body).toContain('Ana Brandt,,Nils Aldous,1,Taxi');
});

test('saves while somebody types are one entry of the log in an hour [DUTY-112]', async () => {
  const { forAna, draft, clock, acts, params } = await formPortal();
  let version = 0;
  const save = async (what: string) => {
    const saved = await forAna('nils', saveEntry, draft({ what }, version));
    version = 'version' in saved ? saved.version : version;
  };
  for (const what of ['T', 'Ta', 'Tax']) await save(what);
  expect(await acts()).toHaveLength(1);
  clock.now = new Date(clock.now.getTime() + 60 * 60_000);
  await save('Taxi');
  expect(await acts()).toHaveLength(2);
  await forAna('nils', discardSavedEntry, { params });
  expect((await acts()).map((act) => act.split(':')[0])).toEqual(['discardSavedEntry', 'saveEntry', 'saveEntry']);
});

test('without the scope, after its last day and once withdrawn, nobody reads or fills in a form for somebody [DUTY-113]', async () => {
  const { as, give, failForAna, draft, params, delegation, clock, db } = await formPortal();
  await give('cora', { scopes: ['Tasks', 'Duties', 'Notices', 'Events'] });
  await give('eli', { scopes: ['Forms'], until: TODAY });
  const refused = async (who: string) => {
    for (const attempt of [
      failForAna(who, getForm, { params }),
      failForAna(who, listOwnEntries, { query: {} }),
      failForAna(who, saveEntry, draft()),
      failForAna(who, submitEntry, { params, body: { values: { what: 'x' } } }),
    ])
      expect(await attempt).toMatchObject({ status: 403, code: 'forbidden' });
  };
  await refused('cora');
  await refused('stranger');
  await as('ana').call(withdrawDelegation, { params: { delegationId: delegation.id } });
  await refused('nils');
  clock.now = new Date('2026-06-12T14:00:00Z');
  await refused('eli');
  for (const table of ['form_entries', 'saved_entries'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
});

test('limits and visibility count the person, not the delegate [DUTY-114]', async () => {
  const { as, forAna, failForAna, params, send, make } = await formPortal();
  const limits = { closesAt: null, capacity: null, isOnce: true, daysToDo: null, version: 0 };
  await as('edda').call(saveFormLimits, { params, body: limits });
  await as('nils').call(submitEntry, { params, body: { values: { what: 'Own' } } });
  await send();
  const again = { params, body: { values: { what: 'Again' } } };
  expect(await failForAna('nils', submitEntry, again)).toMatchObject({ code: 'conflict' });
  expect(await as('ana').fail(submitEntry, again)).toMatchObject({ code: 'conflict' });
  expect((await forAna('nils', getForm, { params })).limits).toMatchObject({ refusal: 'Sent' });
  const hidden = aForm({ fields: [{ type: 'TextField', alias: 'what', label: 'What' }] });
  await make.resource({ components: [hidden], audience: ['Nla'] });
  await as('nils').call(getForm, { params: { formId: hidden.formId } });
  expect(await failForAna('nils', getForm, { params: { formId: hidden.formId } })).toMatchObject({ code: 'not_found' });
});

test('a delegate corrects a returned entry; the correction has their name and the person’s [DUTY-115]', async () => {
  const { as, forAna, params, send, db, idOf } = await formPortal();
  const { entryId } = await as('ana').call(submitEntry, { params, body: { values: { what: 'Taxi' } } });
  const desk = { ...params, entryId };
  const { version } = await as('edda').call(getDeskEntry, { params: desk });
  await as('edda').call(returnDeskEntry, { params: desk, body: { id: randomUUID(), version, text: 'Which?' } });
  await forAna('nils', correctEntry, { params: { entryId } });
  await send('Taxi to the airport');
  expect(await as('ana').call(getOwnEntry, { params: { entryId } })).toMatchObject({
    sentBy: 'Nils Aldous',
    values: { what: 'Taxi to the airport' },
  });
  const { changes } = await as('edda').call(getDeskEntry, { params: desk });
  expect(changes.at(-1)).toMatchObject({ by: 'Nils Aldous' });
  expect(await db.selectFrom('form_entries').select(['user_id', 'acted_by']).execute()).toEqual([
    { user_id: await idOf('ana'), acted_by: await idOf('nils') },
  ]);
});

test('a delegate with the scope uploads files for somebody and opens them, others don’t [DUTY-116]', async () => {
  const { formId, idOf, give, as, delegation, forAna, db, portal } = await formPortal();
  await give('cora', { scopes: ['Tasks'] });
  const acting = { 'acting-for': await idOf('ana') };
  const upload = async (who: string) =>
    portal.inject({
      method: 'POST',
      url: formFilePath(formId),
      payload: Buffer.from('A receipt.'),
      headers: {
        ...(await as(who).headers()),
        ...acting,
        'content-type': 'application/octet-stream',
        'x-file-name': 'a.txt',
        'x-field': 'receipts',
      },
    });
  expect((await upload('cora')).statusCode).toBe(403);
  const received = await upload('nils');
  expect(received.statusCode, received.body).toBe(200);
  const file = received.json<{ id: string }>();
  expect(await db.selectFrom('form_files').select('user_id').execute()).toEqual([{ user_id: await idOf('ana') }]);
  await forAna('nils', submitEntry, { params: { formId }, body: { values: { receipts: [file.id] } } });
  const statusFor = async (who: string) => {
    // A link can’t say for whom it is opened.
    const { authorization = '', 'id-token': idToken } = await as(who).headers();
    const cookie = `id_token=${idToken}; access_token=${authorization.slice('Bearer '.length)}`;
    return (await portal.inject({ url: formFileUrl(file.id), headers: { cookie } })).statusCode;
  };
  const statuses = () => Promise.all(['ana', 'nils', 'cora', 'eli'].map(statusFor));
  expect(await statuses()).toEqual([200, 200, 404, 404]);
  const opened = await db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'form.file-downloaded')
    .where('actor_id', '=', await idOf('nils'))
    .execute();
  expect(opened).toMatchObject([{ details: { isOwn: false, for: await idOf('ana') } }]);
  await as('ana').call(withdrawDelegation, { params: { delegationId: delegation.id } });
  expect(await statuses()).toEqual([200, 404, 404, 404]);
});
