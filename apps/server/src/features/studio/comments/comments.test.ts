import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Change } from '@portico/contracts/studio/draft';
import { listNotifications } from '@portico/contracts/notifications';
import {
  listStudioThreads,
  replyToStudioThread,
  resolveStudioThread,
  startStudioThread,
} from '@portico/contracts/studio/comments';
import { changeStudioItem, createStudioItem } from '@portico/contracts/studio/studio';
import { sharedPortal, testPortal } from '../../../testing/testPortal.ts';

const portal = sharedPortal({ env: { DEPARTMENTS_CLAIM: 'custom:departments' } });
const as = (name: string) => portal().as(name);

async function write(name: string, ...changes: Change[]): Promise<string> {
  const { id: itemId } = await as(name).call(createStudioItem, { body: { id: randomUUID(), kind: 'news' } });
  const body = { clientId: randomUUID(), batchId: randomUUID(), base: 0, changes };
  await as(name).call(changeStudioItem, { params: { itemId }, body });
  return itemId;
}

const heading: Change = {
  do: 'insert',
  component: { id: 'h', type: 'Header', level: 2, text: 'Hours' },
  place: { tree: 'components', parent: null, after: null },
};
const start = (itemId: string, componentId: string | null, text: string, mentions: string[] = []) => ({
  params: { itemId },
  body: { threadId: randomUUID(), id: randomUUID(), componentId, text, mentions },
});
const list = (name: string, itemId: string) => as(name).call(listStudioThreads, { params: { itemId } });

test('a thread on a component holds comments, can be resolved, and reopens with a reply [STUDIO-041]', async () => {
  const itemId = await write('aud', heading);
  const first = start(itemId, 'h', 'Which office?');
  await as('abe').call(startStudioThread, first);
  await as('abe').call(startStudioThread, first);
  const params = { itemId, threadId: first.body.threadId };
  await as('abe').call(resolveStudioThread, { params, body: { isResolved: true } });
  expect((await list('aud', itemId)).items).toMatchObject([{ isResolved: true, resolvedBy: 'Abe Stone' }]);
  await as('aud').call(replyToStudioThread, { params, body: { id: randomUUID(), text: ' Denver ', mentions: [] } });
  expect((await list('abe', itemId)).items).toMatchObject([
    {
      componentId: 'h',
      componentKind: 'Header',
      isResolved: false,
      comments: [
        { text: 'Which office?', by: 'Abe Stone', isOwn: true },
        { text: 'Denver', by: 'Aud Stone', isOwn: false },
      ],
    },
  ]);
});

test('a thread is preserved when its component is moved or removed [STUDIO-042]', async () => {
  const divider: Change = {
    do: 'insert',
    component: { id: 'd', type: 'Divider' },
    place: { tree: 'components', parent: null, after: null },
  };
  const itemId = await write('aud', heading, divider);
  await as('abe').call(startStudioThread, start(itemId, 'h', 'Higher, please'));
  const save = (base: number, change: Change) =>
    as('aud').call(changeStudioItem, {
      params: { itemId },
      body: { clientId: randomUUID(), batchId: randomUUID(), base, changes: [change] },
    });
  await save(1, { do: 'move', id: 'h', place: { tree: 'components', parent: null, after: null } });
  expect((await list('aud', itemId)).items).toMatchObject([{ componentId: 'h' }]);
  await save(2, { do: 'remove', id: 'h' });
  expect((await list('aud', itemId)).items).toMatchObject([{ componentId: 'h', componentKind: 'Header' }]);
  expect(await as('abe').fail(startStudioThread, start(itemId, 'h', 'Too late'))).toMatchObject({ status: 404 });
});

test('mentions notify those who can open the item, with a link to the thread [STUDIO-043]', async () => {
  // People are known only after their first sign-in.
  for (const name of ['ana', 'eve']) await as(name).call(listNotifications, {});
  const itemId = await write('aud', heading);
  const idOf = async (subject: string) =>
    (await portal().db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()).id;
  const { mentionable } = await list('aud', itemId);
  expect(mentionable.map(({ name }) => name)).toEqual(expect.arrayContaining(['Eve Stone']));
  expect(mentionable.map(({ name }) => name)).not.toContain('Ana Brandt');
  const thread = start(itemId, null, 'Please read @Eve Stone', [await idOf('eve'), await idOf('ana')]);
  await as('aud').call(startStudioThread, thread);
  const of = async (name: string) =>
    (await as(name).call(listNotifications, {})).filter(({ title }) => title.includes('mentioned you'));
  expect(await of('eve')).toMatchObject([
    { title: 'Aud Stone mentioned you: Untitled', link: `/studio/${itemId}?thread=${thread.body.threadId}` },
  ]);
  expect(await of('ana')).toEqual([]);
});

test('of two colleagues with the same name, only the one who was chosen is notified [STUDIO-307]', async () => {
  const namesakes = await testPortal({ env: { DEPARTMENTS_CLAIM: 'custom:departments' } });
  const mentionsOf = async (name: string) =>
    (await namesakes.as(name).call(listNotifications, {})).filter(({ title }) => title.includes('mentioned you'));
  for (const name of ['eve', 'edda']) expect(await mentionsOf(name)).toEqual([]);
  for (const subject of ['eve', 'edda'])
    await namesakes.db
      .updateTable('users')
      .set({ given_name: 'Ann', surname: 'Reed', email: `${subject}@portico.test` })
      .where('subject', '=', subject)
      .execute();
  const { id: itemId } = await namesakes.as('aud').call(createStudioItem, { body: { id: randomUUID(), kind: 'news' } });
  const { mentionable } = await namesakes.as('aud').call(listStudioThreads, { params: { itemId } });
  const anns = mentionable.filter(({ name }) => name === 'Ann Reed');
  expect(anns.map(({ email }) => email).sort()).toEqual(['edda@portico.test', 'eve@portico.test']);
  const chosen = anns.find(({ email }) => email === 'edda@portico.test')!;
  await namesakes.as('aud').call(startStudioThread, start(itemId, null, 'Please read @Ann Reed', [chosen.id]));
  expect([(await mentionsOf('edda')).length, (await mentionsOf('eve')).length]).toEqual([1, 0]);
});

test('comments on one item cannot be reached through another item [STUDIO-041]', async () => {
  const [mine, other] = [await write('aud', heading), await write('edda', heading)];
  const thread = start(other, null, 'For us');
  await as('edda').call(startStudioThread, thread);
  const params = { itemId: mine, threadId: thread.body.threadId };
  expect(
    await as('aud').fail(replyToStudioThread, { params, body: { id: randomUUID(), text: 'Hello', mentions: [] } }),
  ).toMatchObject({ status: 404 });
  expect(await as('aud').fail(listStudioThreads, { params: { itemId: other } })).toMatchObject({ status: 404 });
});
