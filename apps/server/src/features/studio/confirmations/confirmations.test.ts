import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailbox } from '@portico/dev-mailbox/mailbox';
import { openMailFolder } from '@portico/dev-mailbox/mailFolder';
import { readMail } from '@portico/dev-mailbox/readMail';
import { expect, onTestFinished, test } from 'vitest';
import { confirmItem, getItemConfirmation, listDuties } from '@portico/contracts/duties';
import { listNotifications } from '@portico/contracts/notifications';
import {
  askedExportPath,
  countReminded,
  getAskedItem,
  listAskedItems,
  listAskedPeople,
  remindMissing,
} from '@portico/contracts/studio/confirmations';
import { archiveStudioItem } from '@portico/contracts/studio/studio';
import type { Change } from '@portico/contracts/studio/draft';
import { studioActions } from '../../../testing/studioActions.ts';
import { testPortal } from '../../../testing/testPortal.ts';
import { updateDuties } from '../../duties/duties.jobs.ts';

const ISSUER = 'https://id.example';
const NOW = new Date('2026-06-10T14:00:00Z');
const ASKING: Change = {
  do: 'insert',
  place: { tree: 'components', parent: null, after: null },
  component: { id: 'ask', type: 'Confirmation', statement: 'I have read the policy.', dueDate: '2026-06-20' },
};
const NAMES = ['edda', 'ana', 'cora', 'nils'];

/** Four people of two firms are asked to confirm an item; Ana has. */
async function setup(env: Record<string, string> = {}) {
  const portal = await testPortal({ now: NOW, env: { ...env, OIDC_ISSUER: ISSUER }, issuer: { issuer: ISSUER } });
  const { as, db } = portal;
  for (const name of NAMES) await as(name).call(listDuties, { query: {} });
  const claim = async (name: string, facts: string[]) => {
    await db
      .updateTable('users')
      .set({ claim_facts: facts, email: `${name}@portico.test` })
      .where('subject', '=', name)
      .execute();
  };
  await claim('ana', ['firm:Quill', 'branch:Boston']);
  await claim('cora', ['firm:Quill', 'branch:Salem']);
  await claim('nils', ['firm:Haven']);
  const actions = studioActions(() => as('edda'));
  const itemId = await actions.write('Travel policy', [ASKING]);
  await actions.publish(itemId);
  const confirm = async (name: string) => {
    const { revisionId } = await as(name).call(getItemConfirmation, { params: { itemId } });
    await as(name).call(confirmItem, { params: { itemId }, body: { revisionId, openedFrom: 'Page' } });
  };
  await confirm('ana');
  return {
    ...portal,
    ...actions,
    itemId,
    confirm,
    item: () => as('edda').call(getAskedItem, { params: { itemId } }),
    people: async (query: Record<string, string> = {}) =>
      (await as('edda').call(listAskedPeople, { params: { itemId }, query })).items.map(({ name, state }) => [
        name,
        state,
      ]),
    reminded: () => as('edda').call(countReminded, { params: { itemId } }),
    remind: (people: number, id: string = randomUUID()) => ({ params: { itemId }, body: { id, people } }),
  };
}

test('editors see how many of how many have confirmed, by firm and branch, and all numbers add up [DUTY-010]', async () => {
  const { item, as, confirm } = await setup();
  expect((await as('edda').call(listAskedItems, { query: {} })).items).toMatchObject([
    { title: 'Travel policy', people: 4, confirmed: 1, dueDate: '2026-06-20', isAsked: true },
  ]);
  const details = await item();
  expect(details).toMatchObject({
    people: 4,
    confirmed: 1,
    round: 1,
    reason: null,
    statement: 'I have read the policy.',
  });
  expect(details.firms).toEqual([
    { name: 'Haven', people: 1, confirmed: 0 },
    { name: 'Quill', people: 2, confirmed: 1 },
    { name: null, people: 1, confirmed: 0 },
  ]);
  for (const shares of [details.firms, details.branches])
    expect([sumOf(shares, 'people'), sumOf(shares, 'confirmed')]).toEqual([4, 1]);
  await confirm('nils');
  expect(await item()).toMatchObject({ people: 4, confirmed: 2 });
});

const sumOf = <Name extends 'people' | 'confirmed'>(shares: Array<Record<Name, number>>, name: Name): number =>
  shares.reduce((sum, share) => sum + share[name], 0);

test('editors find who is missing by status, name, firm and branch [DUTY-011]', async () => {
  const { people } = await setup();
  expect(await people({ state: 'Confirmed' })).toEqual([['Ana Brandt', 'Confirmed']]);
  expect(await people({ state: 'Missing', firm: 'Quill' })).toEqual([['Cora Finch', 'Missing']]);
  expect(await people({ branch: 'Boston' })).toEqual([['Ana Brandt', 'Confirmed']]);
  expect(await people({ firm: '' })).toEqual([['Edda Mohr', 'Missing']]);
  expect(await people({ text: 'aldo' })).toEqual([['Nils Aldous', 'Missing']]);
  expect(await people({ text: 'nobody' })).toEqual([]);
  expect(await people()).toHaveLength(4);
});

test('an archived item keeps who confirmed it in the desk, and nobody is missing [DUTY-010]', async () => {
  const { item, open, as, itemId, reminded } = await setup();
  const { version } = await open(itemId);
  await as('edda').call(archiveStudioItem, { params: { itemId }, body: { version } });
  expect(await item()).toMatchObject({ isAsked: false, people: 1, confirmed: 1, path: null });
  expect((await reminded()).people).toBe(0);
});

test('the export has the people of the list with the same filters, as CSV and as a workbook, and is audited [DUTY-012]', async () => {
  const { portal, as, itemId, db } = await setup();
  const get = async (format: 'csv' | 'xlsx', filters = '', name = 'edda') =>
    portal.inject({ url: askedExportPath(itemId, format, filters), headers: await as(name).headers() });
  const all = await get('csv');
  const lines = all.body.trim().split(/\r?\n/);
  expect(lines).toHaveLength(5);
  expect(lines.find((line) => line.includes('Ana Brandt'))).toMatch(
    /Quill.*Boston.*Confirmed.*2026-06-20.*2026-06-10 14:00:00.*1/,
  );
  expect((await get('csv', '?state=Missing&firm=Quill')).body.trim().split(/\r?\n/)).toHaveLength(2);
  const workbook = await get('xlsx');
  expect([workbook.statusCode, workbook.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  expect((await get('csv', '?state=Nonsense')).statusCode).toBe(400);
  expect((await get('csv', '', 'ana')).statusCode).toBe(404);
  const logged = await db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'news.confirmations-exported')
    .orderBy('id')
    .execute();
  expect(logged.map(({ details }) => details)).toEqual([
    { format: 'csv', people: 4 },
    { format: 'csv', people: 1 },
    { format: 'xlsx', people: 4 },
  ]);
});

test('a reminder reaches those who are missing, once, in the number that was counted, and is audited [DUTY-013]', async () => {
  const { as, reminded, remind, confirm, db, item } = await setup();
  expect(await reminded()).toEqual({ people: 3, byMail: 0 });
  await confirm('nils');
  expect(await as('edda').fail(remindMissing, remind(3))).toMatchObject({ status: 409 });
  const reminder = remind(2);
  expect(await as('edda').call(remindMissing, reminder)).toEqual({ people: 2 });
  expect(await as('edda').call(remindMissing, reminder)).toEqual({ people: 2 });
  const titles = async (name: string) => (await as(name).call(listNotifications, {})).map(({ title }) => title);
  expect([await titles('cora'), await titles('ana'), await titles('nils')]).toEqual([
    ['Please confirm: Travel policy'],
    [],
    [],
  ]);
  const logged = await db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'news.confirmation-reminded')
    .execute();
  expect(logged).toEqual([{ details: { reminder: reminder.body.id, people: 2 } }]);
  expect(await item()).toMatchObject({ lastReminder: { people: 2, sentAt: NOW.toISOString() } });
  expect(await as('ana').fail(remindMissing, remind(2))).toMatchObject({ status: 404 });
});

test('the email of a reminder goes to those who are still missing when it is sent [DUTY-013]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-mailbox-'));
  const mailbox = await startMailbox({ folder, port: 0 });
  onTestFinished(async () => {
    await mailbox.close();
    await rm(folder, { recursive: true, force: true });
  });
  const { as, reminded, remind, confirm, runJobs, itemId, parts } = await setup({
    SMTP_URL: mailbox.smtpUrl,
    PUBLIC_URL: 'https://portal.example',
  });
  await updateDuties({}, parts);
  const { people, byMail } = await reminded();
  expect(people).toBe(3);
  expect(byMail).toBe(2);
  await as('edda').call(remindMissing, remind(3));
  await confirm('nils');
  await runJobs();
  await runJobs();
  const mails = await openMailFolder(folder);
  const sent = await Promise.all((await mails.list()).map(async (id) => readMail((await mails.read(id))!)));
  expect(sent.map(({ to, subject }) => [to.includes('cora@portico.test'), subject])).toEqual([
    [true, 'Please confirm: Travel policy'],
  ]);
  expect(sent[0]!.text).toContain(`https://portal.example/news/${itemId}?from=reminder`);
  expect(sent[0]!.text).toContain('June 20, 2026');
});
