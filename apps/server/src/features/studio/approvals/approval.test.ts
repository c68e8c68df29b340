import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { getNewsItem } from '@portico/contracts/news';
import { listNotifications } from '@portico/contracts/notifications';
import type { Change, StudioKind } from '@portico/contracts/studio/draft';
import {
  approveStudioItem,
  listWaitingItems,
  requestStudioReview,
  returnStudioItem,
  withdrawStudioReview,
} from '@portico/contracts/studio/reviews';
import {
  setApprovalRules,
  setStudioGrants,
  listStudioColleagues,
  type ApprovalRule,
} from '@portico/contracts/studio/roles';
import {
  archiveStudioItem,
  changeStudioItem,
  createStudioItem,
  getStudioItem,
  listStudioItems,
  publishStudioItem,
} from '@portico/contracts/studio/studio';
import { getCurrentUser } from '@portico/contracts/users';
import { sharedPortal } from '../../../testing/testPortal.ts';

const portal = sharedPortal({ env: { DEPARTMENTS_CLAIM: 'custom:departments' } });
const as = (name: string) => portal().as(name);
const title = (value: string): Change => ({ do: 'field', name: 'header', value });
const labels = (...value: string[]): Change => ({ do: 'field', name: 'categories', value });
const open = (name: string, itemId: string) => as(name).call(getStudioItem, { params: { itemId } });

async function save(name: string, itemId: string, ...changes: Change[]) {
  const { sequence } = await open(name, itemId);
  const body = { clientId: randomUUID(), batchId: randomUUID(), base: sequence, changes };
  return as(name).call(changeStudioItem, { params: { itemId }, body });
}

async function write(name: string, header: string, kind: StudioKind = 'news'): Promise<string> {
  const { id } = await as(name).call(createStudioItem, { body: { id: randomUUID(), kind } });
  await save(name, id, title(header));
  return id;
}

const seen = async (name: string, itemId: string) => {
  const { version, sequence } = await open(name, itemId);
  return { params: { itemId }, body: { version, sequence } };
};
const publish = async (name: string, itemId: string) => as(name).call(publishStudioItem, await seen(name, itemId));
const request = (name: string, itemId: string, own: object = {}) =>
  as(name).call(requestStudioReview, {
    params: { itemId },
    body: { purpose: 'Publish', note: '', dueOn: null, ...own },
  });
const approve = async (name: string, itemId: string) => {
  const { params, body } = await seen(name, itemId);
  return as(name).call(approveStudioItem, { params, body: { ...body, comment: '' } });
};
const require = (...rules: ApprovalRule[]) => as('edda').call(setApprovalRules, { body: { rules } });
const notificationOf = async (name: string, about: string) =>
  (await as(name).call(listNotifications, {})).find((notification) => notification.title.startsWith(about));
const purposeOf = async (itemId: string) =>
  (await as('edda').call(listStudioItems, { query: {} })).items.find(({ id }) => id === itemId)?.reviewPurpose;
const waiting = async (name: string) => (await as(name).call(listWaitingItems, {})).items;

describe('roles in the studio', () => {
  test('an author writes in their own departments but cannot publish [STUDIO-031]', async () => {
    const itemId = await write('aud', 'Branch hours');
    const item = await open('aud', itemId);
    expect(item.draft.fields.authorDepartment).toBe('Operations');
    expect(item.allowed).toEqual(['open', 'comment', 'write', 'requestReview']);
    expect(await as('aud').fail(publishStudioItem, await seen('aud', itemId))).toMatchObject({ status: 403 });
    const elsewhere = await write('edda', 'For everybody else');
    expect(await as('aud').fail(getStudioItem, { params: { itemId: elsewhere } })).toMatchObject({ status: 404 });
    const { items } = await as('aud').call(listStudioItems, { query: {} });
    expect(items.map(({ id }) => id)).toContain(itemId);
    expect(items.map(({ id }) => id)).not.toContain(elsewhere);
  });

  test('nobody can move an item to a department that is not theirs [STUDIO-032]', async () => {
    const itemId = await write('aud', 'Moving');
    const { sequence } = await open('aud', itemId);
    const change: Change = { do: 'field', name: 'authorDepartment', value: 'Compliance' };
    const body = { clientId: randomUUID(), batchId: randomUUID(), base: sequence, changes: [change] };
    expect(await as('aud').fail(changeStudioItem, { params: { itemId }, body })).toMatchObject({
      status: 403,
      detail: 'Choose one of your departments: Operations.',
      issues: [{ path: 'department' }],
    });
    expect((await open('aud', itemId)).draft.fields.authorDepartment).toBe('Operations');
    await save('edda', itemId, change);
    expect(await as('aud').fail(getStudioItem, { params: { itemId } })).toMatchObject({ status: 404 });
  });

  test('an administrator grants and revokes roles with immediate effect, except for their own last role [STUDIO-033]', async () => {
    await as('ana').fail(listStudioItems, { query: {} });
    const { items } = await as('edda').call(listStudioColleagues, { query: { text: 'brandt' } });
    const ana = items.find(({ name }) => name === 'Ana Brandt')!;
    expect(ana).toMatchObject({ fromProvider: [], given: [] });
    const set = (userId: string, grants: Array<{ role: 'author' | 'administrator'; department: string | null }>) => ({
      params: { userId },
      body: { grants },
    });
    await as('edda').call(setStudioGrants, set(ana.id, [{ role: 'author', department: 'Events' }]));
    await expect.poll(async () => (await as('ana').call(listStudioItems, { query: {} })).total).toBe(0);
    expect(await as('ana').fail(setStudioGrants, set(ana.id, []))).toMatchObject({ status: 403 });
    await as('edda').call(setStudioGrants, set(ana.id, [{ role: 'administrator', department: null }]));
    await expect.poll(async () => (await as('ana').call(listStudioItems, { query: {} })).total).toBeGreaterThan(0);
    expect(await as('ana').fail(setStudioGrants, set(ana.id, []))).toMatchObject({ status: 409 });
    await as('edda').call(setStudioGrants, set(ana.id, []));
    await expect.poll(async () => (await as('ana').fail(listStudioItems, { query: {} })).status).toBe(404);
    const audited = await portal()
      .db.selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'user.studio-roles-changed')
      .orderBy('id')
      .execute();
    expect(audited.map(({ details }) => details)).toMatchObject([
      { before: '', after: 'author of Events' },
      { before: 'author of Events', after: 'administrator' },
      { before: 'administrator', after: '' },
    ]);
  });
});

describe('an approval', () => {
  afterEach(() => require());

  test('takes an item from request to publication and involves two people [STUDIO-034, STUDIO-036]', async () => {
    await require({ scope: 'department', value: ' operations' });
    // People are known as approvers only after they have signed in.
    expect(await waiting('abe')).toEqual([]);
    const itemId = await write('aud', 'Wire cutoff');
    expect((await open('aud', itemId)).needsApproval).toBe(true);
    expect(await as('eve').fail(publishStudioItem, await seen('eve', itemId))).toMatchObject({ status: 403 });
    expect(await as('edda').fail(publishStudioItem, await seen('edda', itemId))).toMatchObject({ status: 403 });
    await request('aud', itemId, { note: 'Please today', dueOn: '2020-01-01' });
    expect((await open('aud', itemId)).state).toBe('InReview');
    expect(await notificationOf('abe', 'Approval requested: Wire cutoff')).toMatchObject({
      description: 'Aud Stone needs your approval to publish it. “Please today”',
      link: `/studio/${itemId}`,
    });
    expect(await waiting('abe')).toContainEqual(
      expect.objectContaining({ id: itemId, task: 'Approve', by: 'Aud Stone', isOverdue: true }),
    );
    await as('abe').call(returnStudioItem, { params: { itemId }, body: { comment: 'Name the custodian.' } });
    expect(await notificationOf('aud', 'Sent back: Wire cutoff')).toMatchObject({
      description: 'Abe Stone sent it back. “Name the custodian.”',
    });
    expect(await waiting('aud')).toMatchObject([{ id: itemId, task: 'Change', note: 'Name the custodian.' }]);
    await save('aud', itemId, title('Wire cutoff at Pershing'));
    await request('aud', itemId);
    await approve('abe', itemId);
    expect((await open('aud', itemId)).review).toMatchObject({ state: 'Approved', decidedBy: 'Abe Stone' });
    expect(await notificationOf('aud', 'Approved: Wire cutoff')).toMatchObject({
      description: 'Abe Stone approved it. An editor or approver can publish it now.',
    });
    expect(await notificationOf('eve', 'Ready to publish: Wire cutoff at Pershing')).toMatchObject({
      description: 'Abe Stone approved it. You can publish it now.',
      link: `/studio/${itemId}`,
    });
    expect(await notificationOf('abe', 'Ready to publish')).toBeUndefined();
    expect(await waiting('abe')).toMatchObject([{ id: itemId, task: 'Publish' }]);
    expect((await publish('abe', itemId)).state).toBe('Published');
    expect(await waiting('abe')).toEqual([]);
    const news = await as('ana').call(getNewsItem, { params: { newsId: itemId } });
    expect(news.header).toBe('Wire cutoff at Pershing');
  });

  test('is requested and returned with notes of maximum length, of which notifications quote the beginning [STUDIO-036]', async () => {
    const note = 'Wort für Wort 😀 '.repeat(200).slice(0, 2000).trim();
    const itemId = await write('aud', 'A long note '.repeat(24).trim());
    await request('aud', itemId, { note });
    const notification = await notificationOf('abe', 'Approval requested: A long note');
    expect(notification?.description).toMatch(
      /^Aud Stone needs your approval to publish it\. “Wort für .{260,300}…”$/u,
    );
    expect((await open('abe', itemId)).review?.note).toBe(note);
    await as('abe').call(returnStudioItem, { params: { itemId }, body: { comment: note } });
    expect(await waiting('aud')).toContainEqual(expect.objectContaining({ id: itemId, note }));
  });

  test('cannot be given by the requester or by anyone who edited the item since the last approval [STUDIO-035]', async () => {
    const itemId = await write('edda', 'Two people');
    await request('edda', itemId);
    const { allowed } = await open('edda', itemId);
    expect(allowed).toContain('return');
    expect(allowed).not.toContain('approve');
    const { params, body } = await seen('edda', itemId);
    const input = { params, body: { ...body, comment: '' } };
    expect(await as('edda').fail(approveStudioItem, input)).toMatchObject({ status: 403 });
    // Individual saves are purged eventually, but it is still known who edited the item.
    await portal().db.deleteFrom('studio_changes').where('item_id', '=', itemId).execute();
    expect(await as('edda').fail(approveStudioItem, input)).toMatchObject({ status: 403 });
    await approve('abe', itemId);
  });

  test('can be given by someone whose own edits were approved before [STUDIO-035]', async () => {
    const itemId = await write('aud', 'Written by two');
    await save('edda', itemId, title('Written by two in turn'));
    await request('aud', itemId);
    await approve('abe', itemId);
    await publish('abe', itemId);
    await save('aud', itemId, title('Written by one'));
    await request('aud', itemId);
    await approve('edda', itemId);
    expect((await open('aud', itemId)).state).toBe('Approved');
  });

  test('becomes void after any change, and the requester is notified [STUDIO-037]', async () => {
    await require({ scope: 'kind', value: 'news' });
    const itemId = await write('aud', 'Approved and changed');
    await request('aud', itemId);
    await approve('abe', itemId);
    await save('eve', itemId, title('Changed'));
    expect((await open('aud', itemId)).review?.state).toBe('Voided');
    expect(await notificationOf('aud', 'No longer approved: Changed')).toMatchObject({ link: `/studio/${itemId}` });
    expect(await as('edda').fail(publishStudioItem, await seen('edda', itemId))).toMatchObject({ status: 403 });
    await request('aud', itemId);
    const { params, body } = await seen('abe', itemId);
    await save('aud', itemId, title('Changed while the approver reads'));
    expect(await as('abe').fail(approveStudioItem, { params, body: { ...body, comment: '' } })).toMatchObject({
      status: 409,
    });
  });

  test('becomes void when a text is merged, and everybody who wrote in it counts as an author [COWRITE-008]', async () => {
    await require({ scope: 'kind', value: 'news' });
    const itemId = await write('aud', 'Approved and merged');
    await request('aud', itemId);
    const { sequence } = await open('aud', itemId);
    await approve('abe', itemId);
    const saveFrom = (name: string, header: string) =>
      as(name).call(changeStudioItem, {
        params: { itemId },
        body: { clientId: randomUUID(), batchId: randomUUID(), base: sequence, changes: [title(header)] },
      });
    await saveFrom('aud', 'Approved and merged, first');
    expect((await saveFrom('eve', 'Second: Approved and merged')).conflicts).toEqual([]);
    const { draft, review } = await open('aud', itemId);
    expect(draft.fields.header).toBe('Second: Approved and merged, first');
    expect(review?.state).toBe('Voided');
    await request('aud', itemId);
    const input = { ...(await seen('eve', itemId)) };
    const body = { ...input.body, comment: '' };
    expect(await as('eve').fail(approveStudioItem, { ...input, body })).toMatchObject({ status: 403 });
  });

  test('does not count for another version, even if its row still has the state Approved [STUDIO-037]', async () => {
    await require({ scope: 'kind', value: 'news' });
    const itemId = await write('aud', 'Row by hand');
    await request('aud', itemId);
    await approve('abe', itemId);
    await portal()
      .db.updateTable('studio_drafts')
      .set((row) => ({ sequence: row('sequence', '+', 1) }))
      .where('item_id', '=', itemId)
      .execute();
    expect((await open('aud', itemId)).state).toBe('Draft');
    expect(await as('edda').fail(publishStudioItem, await seen('edda', itemId))).toMatchObject({ status: 403 });
  });

  test.each<[string, ApprovalRule, Change, Change]>([
    ['the label', { scope: 'label', value: 'Client use' }, labels('client USE'), labels()],
    [
      'the department',
      { scope: 'department', value: 'Marketing' },
      { do: 'field', name: 'authorDepartment', value: 'Marketing' },
      { do: 'field', name: 'authorDepartment', value: 'Operations' },
    ],
  ])('is needed to remove %s that requires it, and to archive the item [STUDIO-038]', async (_, rule, add, remove) => {
    const itemId = await write('edda', 'For clients');
    await save('edda', itemId, add);
    await require(rule);
    await request('edda', itemId);
    await approve('abe', itemId);
    const { version } = await publish('edda', itemId);
    await save('edda', itemId, remove);
    expect((await open('edda', itemId)).needsApproval).toBe(true);
    expect(await as('edda').fail(publishStudioItem, await seen('edda', itemId))).toMatchObject({ status: 403 });
    const archive = { params: { itemId }, body: { version } };
    expect(await as('edda').fail(archiveStudioItem, archive)).toMatchObject({ status: 403 });
    await request('edda', itemId);
    await approve('abe', itemId);
    // The approval was for publishing, not for archiving.
    expect(await as('edda').fail(archiveStudioItem, archive)).toMatchObject({ status: 403 });
    await as('edda').call(withdrawStudioReview, { params: { itemId } });
    await request('edda', itemId, { purpose: 'Archive' });
    expect(await purposeOf(itemId)).toBe('Archive');
    await approve('abe', itemId);
    expect(await purposeOf(itemId)).toBe('Archive');
    expect(await as('edda').fail(publishStudioItem, await seen('edda', itemId))).toMatchObject({ status: 403 });
    expect((await as('edda').call(archiveStudioItem, archive)).state).toBe('Archived');
    expect(await purposeOf(itemId)).toBeNull();
    // Publishing again also needs an approval, whatever the draft contains now.
    expect(await as('edda').fail(publishStudioItem, await seen('edda', itemId))).toMatchObject({ status: 403 });
  });

  test('adds an audit log entry for each step, with the revision before and after [STUDIO-039]', async () => {
    const itemId = await write('aud', 'On record');
    await request('aud', itemId);
    await approve('abe', itemId);
    await publish('abe', itemId);
    const entries = await portal()
      .db.selectFrom('audit_log')
      .select(['action', 'details'])
      .where('object_id', '=', itemId)
      .orderBy('id')
      .execute();
    const rows = entries.map(({ action, details }) => [action, details] as [string, Record<string, unknown>]);
    expect(rows.map(([action, { before, revision }]) => [action, before, revision])).toEqual([
      ['news.created', undefined, undefined],
      ['news.review-requested', null, null],
      ['news.approved', null, null],
      ['news.published', null, 1],
    ]);
  });

  test('appears as a state in the list, alongside the state that readers see [STUDIO-040]', async () => {
    const itemId = await write('aud', 'Zebra states');
    const find = async (state: 'Draft' | 'InReview' | 'Approved' | 'Published') =>
      (await as('edda').call(listStudioItems, { query: { text: 'zebra', state } })).items.map((item) => item.state);
    expect(await find('Draft')).toEqual(['Draft']);
    await request('aud', itemId);
    expect(await find('InReview')).toEqual(['InReview']);
    await approve('abe', itemId);
    expect(await find('Approved')).toEqual(['Approved']);
    await publish('abe', itemId);
    expect(await find('InReview')).toEqual([]);
    await save('aud', itemId, title('Zebra again'));
    await request('aud', itemId);
    expect(await find('Published')).toEqual(['InReview']);
    expect(await find('InReview')).toEqual(['InReview']);
  });

  test('is offered to the only approver of a department behind a hundred requests of other departments [STUDIO-340]', async () => {
    const { db } = portal();
    const due = { purpose: 'Publish', note: '', due_on: '2020-01-01', requested_at: new Date() };
    const others = await db
      .insertInto('content_items')
      .values(Array.from({ length: 120 }, () => ({ kind: 'news' })))
      .returning('id')
      .execute();
    await db
      .insertInto('studio_reviews')
      .values(others.map(({ id }) => ({ ...due, item_id: id, state: 'Requested' })))
      .execute();
    await as('olga').call(getCurrentUser, {});
    const olga = await db.selectFrom('users').select('id').where('subject', '=', 'olga').executeTakeFirstOrThrow();
    const grants = [{ role: 'approver' as const, department: 'Operations' }];
    await as('edda').call(setStudioGrants, { params: { userId: olga.id }, body: { grants } });
    const itemId = await write('aud', 'Fidelity cutoff times on Christmas Eve');
    await request('aud', itemId, { dueOn: '2030-12-24' });
    await expect.poll(async () => (await waiting('olga')).map(({ id }) => id)).toContain(itemId);
    expect(await waiting('abe')).toHaveLength(100);
    await db
      .deleteFrom('content_items')
      .where(
        'id',
        'in',
        others.map(({ id }) => id),
      )
      .execute();
  });
});
