import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listNotifications } from '@portico/contracts/notifications';
import {
  cancelDeskEvent,
  changeRoster,
  countRecipients,
  getDeskEvent,
  rosterExportPath,
  sendRosterMessage,
  undoRosterChange,
  type RosterStatus,
} from '@portico/contracts/studio/eventsDesk';
import { restoreStudioItem } from '@portico/contracts/studio/retention';
import { invitationPortal } from '../../events/testing/invitationPortal.ts';

/** The event of `invitationPortal` has one spot; nils has no email address. */
async function desk() {
  const portal = await invitationPortal();
  const { as, eventId, db } = portal;
  const params = { itemId: eventId };
  const idOf = async (name: string) =>
    (await db.selectFrom('users').select('id').where('subject', '=', name).executeTakeFirstOrThrow()).id;
  return {
    ...portal,
    params,
    idOf,
    change: async (name: string, from: RosterStatus, to: 'Registered' | 'Waiting' | 'Canceled') =>
      as('edda').call(changeRoster, {
        params,
        body: { id: randomUUID(), personId: await idOf(name), from, to, reason: 'Speaker', isAboveCapacity: true },
      }),
    notices: async (name: string) => (await as(name).call(listNotifications, {})).map(({ title }) => title),
  };
}
const message = { title: 'Bring = your “badge”', text: 'The hall opens at 8.\n\n=HYPERLINK("x")' };

test('a message reaches the chosen people once, in the portal and by email, however often it is sent [DESK-040, DESK-041]', async () => {
  const { as, set, params, newMail, notices } = await desk();
  await set('ana', 'Registered');
  await set('cora', 'Registered');
  await set('nils', 'Registered');
  await newMail();
  const to = { statuses: ['Registered' as const, 'Waiting' as const], personIds: [] };
  expect(await as('edda').call(countRecipients, { params, body: to })).toEqual({
    people: 3,
    byMail: 2,
    names: ['Ana Brandt', 'Cora Finch', 'Nils Aldous'],
  });
  const body = { id: randomUUID(), to, people: 3, ...message };
  expect(await as('edda').call(sendRosterMessage, { params, body })).toEqual({ people: 3 });
  expect(await as('edda').call(sendRosterMessage, { params, body })).toEqual({ people: 3 });
  const mails = await newMail();
  expect(mails.map(({ to: address }) => JSON.stringify(address)).sort()).toEqual([
    expect.stringContaining('ana@portico.test'),
    expect.stringContaining('cora@portico.test'),
  ]);
  expect(mails[0]).toMatchObject({ subject: 'Spring conference: Bring = your “badge”' });
  expect(mails[0]!.text).toContain('From: Edda Mohr');
  expect(mails[0]!.text).toContain('The hall opens at 8.');
  expect(await newMail()).toEqual([]);
  expect((await notices('nils')).filter((title) => title === 'Spring conference: Bring = your “badge”')).toHaveLength(
    1,
  );
});

test('a message to a number of people that has changed since its author saw it is not sent [DESK-042]', async () => {
  const { as, set, params, newMail } = await desk();
  await set('ana', 'Registered');
  const to = { statuses: ['Registered' as const, 'Waiting' as const], personIds: [] };
  await set('cora', 'Registered');
  const body = { id: randomUUID(), to, people: 1, ...message };
  expect(await as('edda').fail(sendRosterMessage, { params, body })).toMatchObject({
    code: 'conflict',
    detail: 'The list has changed: the message would now reach 2 instead of 1. Check it and send again.',
  });
  expect(await newMail()).toEqual([]);
});

test('people who can no longer see the event, or were never on its list, get no message [DESK-043]', async () => {
  const { as, set, change, params, idOf, make, eventId } = await desk();
  await set('cora', 'Registered');
  await change('ana', 'None', 'Registered');
  const count = async (personIds: string[]) =>
    (await as('edda').call(countRecipients, { params, body: { statuses: [], personIds } })).names;
  expect(await count([await idOf('cora'), await idOf('nils'), randomUUID()])).toEqual(['Cora Finch']);
  await make.republish(eventId, { audience: ['AdvisorHybrid'] });
  expect(await count([await idOf('cora'), await idOf('ana')])).toEqual(['Ana Brandt']);
});

test('a blank message, or one with too many people, is refused [DESK-042]', async () => {
  const { as, params } = await desk();
  const body = { id: randomUUID(), to: { statuses: [], personIds: [] }, people: 0, title: ' \u200b ', text: 'x' };
  expect(await as('edda').fail(sendRosterMessage, { params, body })).toMatchObject({ code: 'invalid_input' });
  const personIds = Array.from({ length: 501 }, () => randomUUID());
  expect(await as('edda').fail(countRecipients, { params, body: { statuses: [], personIds } })).toMatchObject({
    code: 'invalid_input',
  });
});

test('people get the email they expect when an organizer adds, promotes, moves or removes them [DESK-020]', async () => {
  const { set, change, newMail } = await desk();
  await change('ana', 'None', 'Registered');
  const subjects = async () =>
    (await newMail()).map(({ subject, invitation: calendar }) => [subject, calendar?.method]);
  expect(await subjects()).toEqual([['You’re registered: Spring conference', 'REQUEST']]);
  await set('cora', 'Registered');
  await change('cora', 'Waiting', 'Registered');
  expect(await subjects()).toEqual([['You have a spot: Spring conference', 'REQUEST']]);
  await change('cora', 'Registered', 'Waiting');
  expect(await subjects()).toEqual([['On the waiting list: Spring conference', 'CANCEL']]);
  await change('ana', 'Registered', 'Canceled');
  expect(await subjects()).toEqual([['No longer registered: Spring conference', 'CANCEL']]);
});

test('an addition that is undone before its email was sent sends nothing, and later cancels the invitation [DESK-020]', async () => {
  const { change, as, eventId, newMail } = await desk();
  const undo = (changeId: string) => as('edda').call(undoRosterChange, { params: { itemId: eventId, changeId } });
  await undo((await change('ana', 'None', 'Registered')).id);
  expect(await newMail()).toEqual([]);
  const { id } = await change('ana', 'None', 'Registered');
  await newMail();
  await undo(id);
  expect((await newMail()).map(({ subject, invitation: calendar }) => [subject, calendar?.method])).toEqual([
    ['Not registered: Spring conference', 'CANCEL'],
  ]);
});

test('canceling an event notifies everyone on its list with a note and a higher SEQUENCE, once [DESK-050, DESK-051]', async () => {
  const { as, set, invite, params, newMail, notices, runJobs, eventId } = await desk();
  await set('ana', 'Registered');
  await set('cora', 'Registered');
  await set('nils', 'Registered');
  await invite('ana');
  const [first] = await newMail();
  const { version } = await as('edda').call(getDeskEvent, { params });
  expect(await as('edda').fail(cancelDeskEvent, { params, body: { version: version + 1, note: '' } })).toMatchObject({
    code: 'conflict',
  });
  const note = 'The speaker is ill.\nWe plan a new date in fall.';
  expect(await as('edda').call(cancelDeskEvent, { params, body: { version, note } })).toEqual({ people: 3 });
  const mails = await newMail();
  expect(mails.map(({ subject, invitation: calendar }) => [subject, calendar?.method])).toEqual([
    ['Canceled: Spring conference', 'CANCEL'],
    ['Canceled: Spring conference', 'CANCEL'],
  ]);
  const sequenceOf = (mail: (typeof mails)[number]) => mail.invitation!.sequence;
  for (const mail of mails) {
    expect(mail.text).toContain('This event has been canceled.');
    expect(mail.text).toContain('The speaker is ill.');
    expect(sequenceOf(mail)).toBeGreaterThan(sequenceOf(first!));
  }
  await runJobs();
  for (const name of ['ana', 'cora', 'nils'])
    expect((await notices(name)).filter((title) => title === 'Canceled: Spring conference')).toHaveLength(1);
  expect(await newMail()).toEqual([]);
  expect(await as('edda').call(getDeskEvent, { params })).toMatchObject({ isLive: false, registered: 1, waiting: 2 });

  const restored = await as('edda').call(getDeskEvent, { params });
  await as('edda').call(restoreStudioItem, { params: { itemId: eventId }, body: { version: restored.version } });
  const again = await newMail();
  expect(again.map(({ subject, invitation: calendar }) => [subject, calendar?.method])).toEqual([
    ['Updated: Spring conference', 'REQUEST'],
  ]);
  expect(sequenceOf(again[0]!)).toBeGreaterThan(sequenceOf(mails[0]!));
});

test('the roster exports as CSV and as a workbook, in which no name or reason is a formula [DESK-060]', async () => {
  const { portal, as, change, params, db } = await desk();
  await db
    .updateTable('users')
    .set({ surname: '=1+1', given_name: '@SUM(A1)' })
    .where('subject', '=', 'cora')
    .execute();
  await change('cora', 'None', 'Registered');
  const get = async (name: string, format: 'csv' | 'xlsx') =>
    portal.inject({ url: rosterExportPath(params.itemId, format), headers: await as(name).headers() });
  const csv = await get('edda', 'csv');
  expect(csv.headers['content-disposition']).toContain('Spring conference 2026-06-10.csv');
  const [header, row] = csv.body.replace('\ufeff', '').split('\r\n');
  expect(header).toBe(
    'Family name,Name,Email,Status,Position,Since (UTC),Was there,Minutes watched,Checks answered,Checks missed,Added by,Reason,Done for them by',
  );
  expect(row).toContain("'=1+1,");
  expect(row).toContain('Edda Mohr,Speaker');
  const xlsx = await get('edda', 'xlsx');
  expect(xlsx.headers['content-type']).toContain('spreadsheetml');
  expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK');
  expect((await get('ana', 'csv')).statusCode).toBe(404);
  const exported = await db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'event.roster-exported')
    .execute();
  expect(exported.map(({ details }) => details)).toEqual([{ format: 'csv' }, { format: 'xlsx' }]);
});
