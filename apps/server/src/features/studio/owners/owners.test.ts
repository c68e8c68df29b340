import { openMailFolder } from '@portico/dev-mailbox/mailFolder';
import { readMail } from '@portico/dev-mailbox/readMail';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { disableAccount } from '@portico/contracts/admin/people';
import { listNotifications, setDailyEmail } from '@portico/contracts/notifications';
import {
  confirmContent,
  findOwners,
  getOwnership,
  letContentExpire,
  saveOwnership,
} from '@portico/contracts/studio/owners';
import { getStudioOverview } from '@portico/contracts/studio/overview';
import { listWaitingItems } from '@portico/contracts/studio/reviews';
import { listStudioActivity } from '@portico/contracts/studio/retention';
import { getStudioItem, listStudioItems } from '@portico/contracts/studio/studio';
import { getCurrentUser } from '@portico/contracts/users';
import { testMailbox } from '../../../testing/services/testMailbox.ts';
import { testPortal, type TestPortalOptions } from '../../../testing/testPortal.ts';
import { askOwners } from './askOwners.ts';

/** 8 am in New York, the zone of the firm. */
const now = new Date('2026-11-20T13:00:00Z');

async function studio(options: TestPortalOptions = {}) {
  const env = { DEPARTMENTS_CLAIM: 'custom:departments', VISIT_LINKS: 'false', ...options.env };
  const portal = await testPortal({ now, ...options, env });
  const { as, db, make, parts } = portal;
  for (const name of ['edda', 'eve', 'aud', 'abe', 'ana', 'adam']) await as(name).call(getCurrentUser, {});
  const idOf = async (subject: string) =>
    (await db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()).id;
  const ownershipOf = (itemId: string, name = 'edda') => as(name).call(getOwnership, { params: { itemId } });
  const own = async (itemId: string, owner: string | null, reviewOn: string | null = null, by = 'edda') => {
    const { version } = await ownershipOf(itemId, by);
    const body = { version, ownerId: owner === null ? null : await idOf(owner), reviewOn };
    return as(by).call(saveOwnership, { params: { itemId }, body });
  };
  const item = (header: string, fields: object = {}) =>
    make.news({ header, authorDepartment: 'Operations', ...fields });
  const ask = () => askOwners({}, parts);
  const notices = async (name: string) =>
    (await as(name).call(listNotifications, {})).map(({ title }) => title).toReversed();
  const groups = async (name: string) => {
    const { MyReviews, Reviews } = await as(name).call(getStudioOverview, {});
    return { mine: MyReviews.items.map(({ title }) => title), all: Reviews.items.map(({ title }) => title) };
  };
  return { ...portal, idOf, ownershipOf, own, item, ask, notices, groups };
}

test('whoever may edit an item sets its owner, a person who may edit it too, and the new owner hears of it [DESK-240]', async () => {
  const { as, idOf, ownershipOf, own, item, notices } = await studio();
  const itemId = await item('Fees');
  expect(await ownershipOf(itemId)).toMatchObject({ version: 0, owner: null, reviewOn: null, mayChange: true });
  const owned = await own(itemId, 'eve', '2027-02-28', 'aud');
  expect(owned).toMatchObject({ owner: { name: 'Eve Stone', hasLeft: false }, reviewOn: '2027-02-28', isDue: false });
  expect(await notices('eve')).toEqual(['You now own: Fees']);
  // An approver opens the item, but can't change it, nor own it; a member can't either.
  expect(await ownershipOf(itemId, 'abe')).toMatchObject({ owner: { name: 'Eve Stone' }, mayChange: false });
  const set = (ownerId: string | null, version = owned.version) => ({
    params: { itemId },
    body: { version, ownerId, reviewOn: null },
  });
  expect(await as('abe').fail(saveOwnership, set(null))).toMatchObject({ status: 403 });
  for (const name of ['abe', 'ana'])
    expect(await as('edda').fail(saveOwnership, set(await idOf(name)))).toMatchObject({
      status: 400,
      issues: [{ path: 'ownerId' }],
    });
  expect(await as('edda').fail(saveOwnership, set(null, 0))).toMatchObject({ status: 409 });
  expect(await as('ana').fail(getOwnership, { params: { itemId } })).toMatchObject({ status: 404 });
  expect(await ownershipOf(itemId)).toEqual({ ...owned, mayChange: true });
  const { items } = await as('edda').call(listStudioActivity, { params: { itemId } });
  expect(items.map(({ action, by }) => [action, by])).toContainEqual(['news.owner-changed', 'Aud Stone']);
});

test('an item of another department is unknown, also to those who search for an owner [DESK-240]', async () => {
  const { as, make, item } = await studio();
  const foreign = await make.news({ header: 'Audit plan', authorDepartment: 'Compliance' });
  const own = await item('Fees');
  const params = { itemId: foreign };
  const found = async (name: string, itemId?: string) =>
    (await as(name).call(findOwners, { query: { text: 'stone', ...(itemId ? { itemId } : {}) } })).items.map(
      (person) => person.name,
    );
  expect(await as('eve').fail(getOwnership, { params })).toMatchObject({ status: 404 });
  const body = { version: 0, ownerId: null, reviewOn: '2026-12-01' };
  expect(await as('eve').fail(saveOwnership, { params, body })).toMatchObject({ status: 404 });
  expect(await as('eve').fail(findOwners, { query: { text: 'stone', itemId: foreign } })).toMatchObject({
    status: 404,
  });
  expect(await as('abe').fail(findOwners, { query: { text: 'stone' } })).toMatchObject({ status: 403 });
  expect(await found('eve', own)).toEqual(['Aud Stone', 'Eve Stone']);
  expect(await found('edda', foreign)).toEqual([]);
  expect(await found('edda')).toEqual(['Aud Stone', 'Eve Stone']);
});

test('an owner is asked once ahead of the date, on it and after it, even by two workers [DESK-241]', async () => {
  const { clock, own, item, ask, notices } = await studio();
  const itemId = await item('Fees');
  await own(itemId, 'eve', '2026-12-05');
  await own(await item('No review'), 'eve');
  const asked = async () => (await notices('eve')).filter((title) => title === 'Due for review: Fees').length;
  await ask();
  expect(await asked()).toBe(0);
  const on = async (at: string) => {
    clock.now = new Date(at);
    await Promise.all([ask(), ask()]);
    return asked();
  };
  // Before 7 am of the firm, nobody is asked.
  expect(await on('2026-11-21T11:59:00Z')).toBe(0);
  expect(await on('2026-11-21T12:01:00Z')).toBe(1);
  expect(await on('2026-12-04T23:00:00Z')).toBe(1);
  expect(await on('2026-12-05T13:00:00Z')).toBe(2);
  expect(await on('2026-12-18T13:00:00Z')).toBe(2);
  expect(await on('2026-12-19T13:00:00Z')).toBe(3);
  expect(await on('2027-06-01T13:00:00Z')).toBe(3);
  await own(itemId, 'aud', '2026-12-05');
  await ask();
  expect(await notices('aud')).toContain('Due for review: Fees');
});

test('several items that are due are one notification, and one email for those who get daily email [DESK-241]', async () => {
  const { folder, mailbox } = await testMailbox();
  const env = { SMTP_URL: mailbox!.smtpUrl };
  const { as, own, item, ask, notices, runJobs, db } = await studio({ env });
  const subjects = async () => {
    const mails = await openMailFolder(folder);
    const ids = (await mails.list()).toReversed();
    return Promise.all(ids.map(async (id) => (await readMail((await mails.read(id))!)).subject));
  };
  await db
    .updateTable('users')
    .set({ email: sql<string>`subject || '@portico.test'` })
    .execute();
  for (const title of ['Fees', 'Rollovers']) await own(await item(title), 'eve', '2026-12-01');
  await own(await item('Wires'), 'aud', '2026-12-01');
  await as('aud').call(setDailyEmail, { body: { isOn: false } });
  await ask();
  expect(await notices('eve')).toContain('2 items are due for review');
  expect(await notices('aud')).toContain('Due for review: Wires');
  await runJobs();
  await runJobs();
  expect(await subjects()).toEqual(['2 items are due for review']);
  // Confirmed before the email left: nothing is sent.
  const last = await item('Holidays');
  await own(last, 'eve', '2026-12-02');
  await ask();
  await as('eve').call(confirmContent, {
    params: { itemId: last },
    body: { reviewOn: '2026-12-02', nextOn: '2027-12-02' },
  });
  await runJobs();
  expect(await subjects()).toEqual(['2 items are due for review']);
  const due = await db.selectFrom('content_owners').select('item_id').where('is_mail_due', '=', true).execute();
  expect(due).toEqual([]);
});

test('what is due is counted in the overview and listed, for its owner and for who may open it [DESK-242]', async () => {
  const { as, make, own, item, groups } = await studio();
  const foreign = await make.news({ header: 'Audit plan', authorDepartment: 'Compliance' });
  await own(foreign, 'edda', '2026-11-21');
  await own(await item('On the last day'), 'eve', '2026-12-04');
  await own(await item('A day later'), 'eve', '2026-12-05');
  await own(await item('Without an owner'), null, '2026-11-30');
  await own(await item('Draft', { isDraft: true }), 'eve', '2026-11-21');
  await own(await item('Expired', { expiresAt: '2026-11-20T12:00:00Z' }), 'eve', '2026-11-21');
  expect(await groups('eve')).toEqual({ mine: ['On the last day'], all: ['Without an owner', 'On the last day'] });
  expect(await groups('edda')).toEqual({
    mine: ['Audit plan'],
    all: ['Audit plan', 'Without an owner', 'On the last day'],
  });
  for (const name of ['eve', 'edda', 'aud']) {
    const overview = await as(name).call(getStudioOverview, {});
    for (const show of ['MyReviews', 'Reviews'] as const)
      expect((await as(name).call(listStudioItems, { query: { show } })).total).toBe(overview[show].total);
  }
  expect((await as('eve').call(getStudioOverview, {})).Reviews.items[0]).toMatchObject({ reviewOn: '2026-11-30' });
});

test('a confirmed item is due again at its next review, and who was first is not overruled [DESK-243]', async () => {
  const { as, own, item, groups, ownershipOf } = await studio();
  const itemId = await item('Fees');
  await own(itemId, 'eve', '2026-11-30');
  const confirm = (nextOn: string, reviewOn = '2026-11-30') => ({ params: { itemId }, body: { reviewOn, nextOn } });
  expect(await as('eve').fail(confirmContent, confirm('2026-11-20'))).toMatchObject({
    status: 400,
    issues: [{ path: 'nextOn' }],
  });
  expect(await as('abe').fail(confirmContent, confirm('2027-11-30'))).toMatchObject({ status: 403 });
  const confirmed = await as('eve').call(confirmContent, confirm('2026-11-21'));
  expect(confirmed).toMatchObject({ reviewOn: '2026-11-21', confirmedBy: 'Eve Stone' });
  expect(Date.parse(confirmed.confirmedAt!)).toBe(now.getTime());
  expect(await as('aud').fail(confirmContent, confirm('2027-11-30'))).toMatchObject({ status: 409 });
  expect(
    await as('aud').fail(letContentExpire, { params: { itemId }, body: { reviewOn: '2026-11-30' } }),
  ).toMatchObject({
    status: 409,
  });
  await as('eve').call(confirmContent, confirm('2027-11-30', '2026-11-21'));
  expect(await groups('eve')).toEqual({ mine: [], all: [] });
  // Another date leaves the confirmation as it is; the date that it answered takes it back.
  await own(itemId, 'eve', '2027-01-31');
  expect(await ownershipOf(itemId)).toMatchObject({ isDue: false, confirmedBy: 'Eve Stone' });
  await own(itemId, 'eve', '2026-11-21');
  expect(await groups('eve')).toEqual({ mine: ['Fees'], all: ['Fees'] });
  expect(await ownershipOf(itemId)).toMatchObject({ isDue: true, confirmedBy: null, confirmedAt: null });
});

test('an item is let expire at the end of its review, at once by who may publish it, without other changes [DESK-244]', async () => {
  const { as, own, item, groups } = await studio();
  const later = await item('Later');
  const soon = await item('Soon');
  await own(later, 'eve', '2026-12-03');
  await own(soon, 'eve', '2026-11-22');
  const letExpire = (itemId: string, reviewOn: string) =>
    as('eve').call(letContentExpire, { params: { itemId }, body: { reviewOn } });
  // Midnight in New York after the day of the review, and a week from now.
  expect(await letExpire(later, '2026-12-03')).toEqual({ expiresAt: '2026-12-04T05:00:00.000Z', outcome: 'Published' });
  expect(await letExpire(soon, '2026-11-22')).toEqual({ expiresAt: '2026-11-27T13:00:00.000Z', outcome: 'Published' });
  const opened = await as('eve').call(getStudioItem, { params: { itemId: later } });
  expect(opened).toMatchObject({ hasChanges: false, state: 'Published' });
  expect(Date.parse(opened.expiresAt!)).toBe(Date.parse('2026-12-04T05:00:00Z'));
  expect(await groups('eve')).toEqual({ mine: [], all: [] });
  const draft = await item('Never published', { isDraft: true });
  await own(draft, 'eve', '2026-11-22');
  expect(
    await as('eve').fail(letContentExpire, { params: { itemId: draft }, body: { reviewOn: '2026-11-22' } }),
  ).toMatchObject({ status: 409 });
});

test('who may not publish asks for an approval to let an item expire, and it is due again when that date is removed [DESK-244]', async () => {
  const { as, db, own, item, groups } = await studio();
  await db.insertInto('studio_approval_rules').values({ scope: 'kind', value: 'news' }).execute();
  const itemId = await item('Fees');
  await own(itemId, 'aud', '2026-12-03');
  const params = { itemId };
  const answer = await as('aud').call(letContentExpire, { params, body: { reviewOn: '2026-12-03' } });
  expect(answer).toEqual({ expiresAt: '2026-12-04T05:00:00.000Z', outcome: 'Requested' });
  const opened = await as('aud').call(getStudioItem, { params });
  expect(opened).toMatchObject({ state: 'InReview', expiresAt: null, hasChanges: true });
  expect(opened.draft.fields.expiresAt).toBe('2026-12-04T05:00:00.000Z');
  expect((await as('abe').call(listWaitingItems, {})).items.map(({ title, task }) => [title, task])).toEqual([
    ['Fees', 'Approve'],
  ]);
  expect((await groups('aud')).mine).toEqual([]);
  await db
    .updateTable('studio_drafts')
    .set({ draft: JSON.stringify({ ...opened.draft, fields: { ...opened.draft.fields, expiresAt: null } }) })
    .where('item_id', '=', itemId)
    .execute();
  expect((await groups('aud')).mine).toEqual(['Fees']);
});

test('an owner who is disabled or may no longer edit the item is not asked [DESK-241]', async () => {
  const { as, db, make, idOf, own, item, ask, notices } = await studio();
  await own(await item('Fees'), 'eve', '2026-11-30');
  // Since it moved to another department, its owner can't open it.
  const moved = await make.news({ header: 'Moved', authorDepartment: 'Compliance' });
  await db
    .insertInto('content_owners')
    .values({ item_id: moved, owner_id: await idOf('aud'), review_on: '2026-11-30' })
    .execute();
  await as('adam').call(disableAccount, { params: { userId: await idOf('eve') }, body: { reason: 'Left' } });
  await ask();
  expect(await notices('aud')).toEqual([]);
  const titles = await db.selectFrom('notifications').select('title').execute();
  expect(titles.map(({ title }) => title).filter((title) => title.startsWith('Due for review'))).toEqual([]);
});
