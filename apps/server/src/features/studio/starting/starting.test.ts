import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ContentComponent } from '@portico/kinds/content';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import { StudioKind, type Change, type ContentFields } from '@portico/contracts/studio/draft';
import { MAX_TITLE } from '@portico/kinds/itemParts';
import { startStudioThread, listStudioThreads } from '@portico/contracts/studio/comments';
import { listStudioActivity } from '@portico/contracts/studio/retention';
import { requestStudioReview } from '@portico/contracts/studio/reviews';
import { setStudioGrants, type StudioGrant } from '@portico/contracts/studio/roles';
import { studioFilesPath } from '@portico/contracts/studio/pickers';
import {
  createStudioItem,
  discardStudioItem,
  getStudioItem,
  listStudioItems,
  listStudioRevisions,
  type StudioItem,
} from '@portico/contracts/studio/studio';
import { getCurrentUser } from '@portico/contracts/users';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { studioActions } from '../../../testing/studioActions.ts';
import { sharedPortal } from '../../../testing/testPortal.ts';

const portal = sharedPortal({ env: { DEPARTMENTS_CLAIM: 'custom:departments' } });
const as = (name: string) => portal().as(name);
const { write, change, publish, open } = studioActions(() => as('edda'));

const set = <Name extends keyof ContentFields>(name: Name, value: ContentFields[Name]) =>
  ({ do: 'field', name, value }) as Change;
const insert = (component: ContentComponent, tree: 'components' | 'preEventData' = 'components'): Change => ({
  do: 'insert',
  component,
  place: { tree, parent: null, after: null },
});
const copyOf = (itemId: string, { by = 'edda', kind = 'news' as StudioKind, id = randomUUID() as string } = {}) =>
  as(by).call(createStudioItem, { body: { id, kind, copyOf: itemId } });
const refusedCopy = async (itemId: string, by: string, kind: StudioKind = 'news') =>
  (await as(by).fail(createStudioItem, { body: { id: randomUUID(), kind, copyOf: itemId } })).status;
const discard = (itemId: string, by = 'edda') => as(by).call(discardStudioItem, { params: { itemId } });
const notDiscarded = async (itemId: string, by = 'edda') =>
  (await as(by).fail(discardStudioItem, { params: { itemId } })).status;
const entriesOf = (itemId: string) =>
  portal()
    .db.selectFrom('audit_log')
    .select(['action', 'details', 'actor_id'])
    .where('object_id', '=', itemId)
    .orderBy('id')
    .execute();

/** Gives the person these roles, and no others besides those from their claims. */
async function give(name: string, ...grants: StudioGrant[]): Promise<void> {
  await as(name).call(getCurrentUser, {});
  const { id } = await portal()
    .db.selectFrom('users')
    .select('id')
    .where('subject', '=', name)
    .executeTakeFirstOrThrow();
  await as('edda').call(setStudioGrants, { params: { userId: id }, body: { grants } });
  // The next request reads the person's roles again.
  portal().clock.now = new Date(portal().clock.now.getTime() + 60_000);
}

async function aFile(): Promise<StudioFile> {
  const headers = { ...(await as('edda').headers()), 'x-file-name': 'rates.txt' };
  const { portal: app } = portal();
  const answer = await app.inject({
    method: 'POST',
    url: studioFilesPath,
    payload: Buffer.from('Rates'),
    headers: { ...headers, 'content-type': 'application/octet-stream' },
  });
  return answer.json<StudioFile>();
}

const link = (id: string, target: string): ContentComponent => ({
  id,
  type: 'Link',
  text: 'Below',
  href: `#${target}`,
});
const part: ContentComponent = {
  id: 'part',
  type: 'ExpandCollapse',
  title: 'Details',
  components: [link('inside', 'heading'), { id: 'heading', type: 'Header', level: 3, text: 'Heading' }],
};

/** The fields of an item of each kind besides its title and components. */
const ownFields: Record<StudioKind, () => Promise<Change[]> | Change[]> = {
  news: () => [set('categories', ['Custody', 'Client use'])],
  event: () => [
    set('startsAt', '2027-03-01T15:00:00.000Z'),
    set('endsAt', '2027-03-01T16:00:00.000Z'),
    set('timeZone', 'America/Denver'),
    set('speakers', ['Ana Ruiz']),
    set('registration', { capacity: 20, closesAt: null }),
    insert(link('before', 'part'), 'preEventData'),
  ],
  resource: () => [
    set('department', 'Operations'),
    set('owner', 'Lee Park'),
    set('reviewedAt', '2026-10-01T00:00:00.000Z'),
  ],
  document: async () => [set('department', 'Operations'), set('file', await aFile())],
  page: () => [set('path', '/onboarding')],
  home: () => [set('widgets', [{ id: 'todo', kind: 'Todo', title: 'To-do' }])],
};

const common = (): Change[] => [
  set('description', 'What it is about.'),
  set('audience', ['AdvisorHybrid']),
  set('audienceRule', { include: { branch: ['Denver'] }, exclude: {} }),
  set('authorDepartment', 'Operations'),
];

async function writeRich(kind: StudioKind): Promise<string> {
  const tree = kind === 'document' ? [] : [insert(oneOfEachKind.Form), insert(part), insert(link('first', 'part'))];
  return write(`A ${kind}`, [...common(), ...(await ownFields[kind]()), ...tree], kind);
}

/** Every id of a draft's components, in order. */
function idsOf({ draft }: StudioItem): string[] {
  const found = JSON.stringify(draft.trees).match(/(?<="id":")[^"]+/g) ?? [];
  return [...found];
}

describe('a copy of an item', () => {
  test.each(StudioKind.options)('of a %s has the content of the original, with new ids [STUDIO-310]', async (kind) => {
    const itemId = await writeRich(kind);
    const original = await open(itemId);
    const copy = await copyOf(itemId, { kind });
    expect(copy).toMatchObject({
      title: `Copy of A ${kind}`,
      state: 'Draft',
      isLive: false,
      review: null,
    });
    const written = { ...original.draft.fields, header: `Copy of A ${kind}`, path: null };
    expect(copy.draft.fields).toEqual(written);
    const [ids, before] = [idsOf(copy), idsOf(original)];
    expect(ids).toHaveLength(before.length);
    expect(ids.filter((id) => before.includes(id))).toEqual([]);
    if (kind === 'document') return;
    // Links within the page lead to the copied places, and form rules still refer to the same answers.
    const [first, partOfCopy, form] = copy.draft.trees.components;
    if (first?.type !== 'Link' || partOfCopy?.type !== 'ExpandCollapse' || form?.type !== 'Form')
      throw new Error('The components have another order.');
    expect(first.href).toBe(`#${partOfCopy.id}`);
    expect(partOfCopy.components).toMatchObject([{ href: `#${partOfCopy.components[1]!.id}` }, { text: 'Heading' }]);
    expect(form.formId).not.toBe(oneOfEachKind.Form.formId);
    expect(form.fields.map((field) => ({ ...field, id: '' }))).toEqual(
      oneOfEachKind.Form.fields.map((field) => ({ ...field, id: '' })),
    );
    if (kind === 'event') expect(copy.draft.trees.preEventData).toMatchObject([{ href: `#${partOfCopy.id}` }]);
  });

  test('of a published item has no dates, comments, approval or history, and belongs to the person who made it [STUDIO-310]', async () => {
    const itemId = await write('Seen by readers', [
      ...common(),
      set('audience', []),
      set('audienceRule', { include: {}, exclude: {} }),
      set('publishedAt', '2026-01-01T00:00:00.000Z'),
      set('expiresAt', '2100-01-01T00:00:00.000Z'),
    ]);
    await publish(itemId, { note: 'First' });
    await change(itemId, [set('description', 'Written since.')]);
    const params = { itemId };
    await as('edda').call(startStudioThread, {
      params,
      body: { id: randomUUID(), threadId: randomUUID(), componentId: null, text: 'Why?', mentions: [] },
    });
    await as('edda').call(requestStudioReview, { params, body: { purpose: 'Publish', note: '', dueOn: null } });
    const copy = await copyOf(itemId, { by: 'aud' });
    expect(copy).toMatchObject({ state: 'Draft', publishedRevision: null, updatedBy: 'Aud Stone' });
    expect(copy).toMatchObject({ publishedAt: null, expiresAt: null, hasChanges: true, review: null });
    expect(copy.draft.fields).toMatchObject({ description: 'Written since.', publishedAt: null, expiresAt: null });
    const ofCopy = { params: { itemId: copy.id } };
    expect(await as('aud').call(listStudioRevisions, ofCopy)).toEqual({ items: [] });
    expect((await as('aud').call(listStudioThreads, ofCopy)).items).toEqual([]);
    expect((await as('aud').call(listStudioActivity, ofCopy)).items).toMatchObject([
      { action: 'news.created', by: 'Aud Stone' },
    ]);
    expect(await entriesOf(copy.id)).toMatchObject([{ action: 'news.created', details: { copyOf: itemId } }]);
    expect((await publish(copy.id)).state).toBe('Published');
    expect((await as('edda').call(getStudioItem, { params })).title).toBe('Seen by readers');
  });

  test('of a document can be published with the same file [STUDIO-310]', async () => {
    const copy = await copyOf(await write('Rates', await ownFields.document(), 'document'), { kind: 'document' });
    expect(await publish(copy.id)).toMatchObject({ state: 'Published', title: 'Copy of Rates' });
  });

  test('has a title within the limit, or none if the original has none [STUDIO-310]', async () => {
    const titleOf = async (title: string) => (await copyOf(await write(title))).title;
    const fits = 'x'.repeat(MAX_TITLE - 'Copy of '.length);
    expect(await titleOf(fits)).toBe(`Copy of ${fits}`);
    const cut = await titleOf(`${fits}y`);
    expect(cut).toBe(`Copy of ${fits.slice(1)}…`);
    expect(cut).toHaveLength(MAX_TITLE);
    expect(await titleOf(' ')).toBe('');
  });

  test('is made once, however often it is requested [STUDIO-313]', async () => {
    const itemId = await write('Asked for twice');
    const id = randomUUID();
    const copies = await Promise.all([copyOf(itemId, { id }), copyOf(itemId, { id })]);
    expect(new Set(copies.map((copy) => copy.id))).toEqual(new Set([id]));
    await change(id, [set('header', 'Written in')]);
    expect((await copyOf(itemId, { id })).title).toBe('Written in');
    expect(await entriesOf(id)).toHaveLength(1);
    const { total } = await as('edda').call(listStudioItems, { query: { text: 'Copy of Asked for twice' } });
    expect(total).toBe(0);
  });

  test('must be of the same kind, and of an existing item [STUDIO-311]', async () => {
    const itemId = await write('News');
    expect(await refusedCopy(itemId, 'edda', 'event')).toBe(400);
    expect(await refusedCopy(randomUUID(), 'edda')).toBe(404);
  });

  test('can be made by those who may write in the original, which the list shows for each item [STUDIO-311]', async () => {
    const ours = await write('Copied by some, of Operations', [set('authorDepartment', 'Operations')]);
    const theirs = await write('Copied by some, of Marketing', [set('authorDepartment', 'Marketing')]);
    // Writes for one department, and only reads items of the other.
    await give('mira', { role: 'author', department: 'Marketing' }, { role: 'approver', department: 'Operations' });
    await give('max', { role: 'approver', department: null });
    const offered = async (by: string) => {
      const { items } = await as(by).call(listStudioItems, { query: { text: 'copied by some' } });
      return Object.fromEntries(items.map((item) => [item.id, item.allowed.includes('write')]));
    };
    expect(await offered('edda')).toEqual({ [ours]: true, [theirs]: true });
    expect(await offered('aud')).toEqual({ [ours]: true });
    expect(await offered('mira')).toEqual({ [ours]: false, [theirs]: true });
    expect(await offered('max')).toEqual({ [ours]: false, [theirs]: false });
    expect(await refusedCopy(theirs, 'aud')).toBe(404);
    expect(await refusedCopy(ours, 'mira')).toBe(403);
    expect(await refusedCopy(ours, 'max')).toBe(403);
    expect(await refusedCopy(ours, 'ana')).toBe(404);
    expect((await copyOf(theirs, { by: 'mira' })).draft.fields.authorDepartment).toBe('Marketing');
  });
});

describe('discarding an item that someone has just created', () => {
  test('deletes it, and only the audit log still mentions it [STUDIO-312]', async () => {
    const itemId = await write('Stays');
    const copy = await copyOf(itemId);
    await discard(copy.id);
    expect((await as('edda').fail(getStudioItem, { params: { itemId: copy.id } })).status).toBe(404);
    expect((await open(itemId)).title).toBe('Stays');
    expect(await entriesOf(copy.id)).toMatchObject([
      { action: 'news.created' },
      { action: 'news.discarded', details: { title: 'Copy of Stays' } },
    ]);
    expect(await notDiscarded(copy.id)).toBe(404);
  });

  test('is rejected once someone has edited it, commented on it, requested an approval or published it [STUDIO-312]', async () => {
    const itemId = await write('Original');
    const written = await copyOf(itemId);
    await change(written.id, [set('description', 'One word')]);
    const commented = await copyOf(itemId);
    await as('edda').call(startStudioThread, {
      params: { itemId: commented.id },
      body: { id: randomUUID(), threadId: randomUUID(), componentId: null, text: 'Why?', mentions: [] },
    });
    const requested = await copyOf(itemId);
    await as('edda').call(requestStudioReview, {
      params: { itemId: requested.id },
      body: { purpose: 'Publish', note: '', dueOn: null },
    });
    const published = await copyOf(itemId);
    await publish(published.id);
    for (const { id } of [written, commented, requested, published]) {
      expect(await notDiscarded(id)).toBe(409);
      expect((await open(id)).title).toBe('Copy of Original');
    }
  });

  test('is only possible for the person who created it and may still write there [STUDIO-312]', async () => {
    const itemId = await write('Of Operations', [set('authorDepartment', 'Operations')]);
    const copy = await copyOf(itemId, { by: 'aud' });
    expect(await notDiscarded(copy.id, 'edda')).toBe(403);
    expect(await notDiscarded(copy.id, 'eve')).toBe(403);
    expect(await notDiscarded(copy.id, 'abe')).toBe(403);
    expect(await notDiscarded(copy.id, 'ana')).toBe(404);
    await discard(copy.id, 'aud');
  });
});
