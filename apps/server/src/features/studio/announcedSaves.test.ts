import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { ActingScope, giveDelegation } from '@portico/contracts/acting';
import { getCurrentUser } from '@portico/contracts/users';
import { changeStudioItem, followStudioItem, LATER } from '@portico/contracts/studio/studio';
import { setStudioGrants } from '@portico/contracts/studio/roles';
import { withoutDetail } from '../../push/announce.ts';
import { listen } from '../../testing/rawHttp.ts';
import { openGreetedStream } from '../../testing/streamReader.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { draftCalls, header, insert, set } from './testing/draftCalls.ts';

const portal = sharedPortal();
const edda = () => portal().as('edda');
const { start, save } = draftCalls(edda);
let url: string;

beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(portal().portal)}`;
});

const open = async (name: string, more: Record<string, string> = {}) =>
  openGreetedStream(url, { ...(await portal().as(name).headers()), ...more });

/** Someone has the item open in a tab. */
const follow = (name: string, itemId: string, clientId = randomUUID()) =>
  portal()
    .as(name)
    .call(followStudioItem, { params: { itemId }, body: { clientId, since: 0, focus: null } });

const signalCount = ({ topics }: { topics: string[] }) => topics.filter((topic) => topic === 'studio').length;

/** An item that Edda has written in, and has open. */
async function written(text: string) {
  // From its greeting on, announcements arrive.
  await open('edda');
  const itemId = await start();
  const tab = { clientId: randomUUID() };
  await save(itemId, 0, [insert(header('a', text))], tab);
  await follow('edda', itemId, tab.clientId);
  return { itemId, tab };
}

test('a typed key reaches others who have the item open with the news, with its writer and their place, and nobody else [COWRITE-030]', async () => {
  const { itemId, tab } = await written('Dates');
  const streams = [await open('abe'), await open('edda'), await open('eve')] as const;
  const [abe, own, elsewhere] = streams;
  await follow('abe', itemId);
  const position = { focus: 'a', caret: { text: 0, anchor: 6, head: 6 } };
  const changes = [set(header('a', 'Dates!'))];
  const body = { ...tab, batchId: randomUUID(), base: 1, changes, position };
  await edda().call(changeStudioItem, { params: { itemId }, body });
  await save(itemId, 2, [set(header('a', 'Our dates!'))], tab);
  const saved = { itemId, clientId: tab.clientId, by: 'Edda Mohr' };
  await expect
    .poll(() => abe.details())
    .toEqual([
      { ...saved, sequence: 2, changes, position },
      { ...saved, sequence: 3, changes: [set(header('a', 'Our dates!'))] },
    ]);
  expect([...own.details(), ...elsewhere.details()]).toEqual([]);
});

test('a save that is too large for the news has what differs in them; if that is too large or may change what somebody may do, it is only announced [COWRITE-030, COWRITE-046]', async () => {
  const { itemId, tab } = await written('Dates');
  const abe = await open('abe');
  await follow('abe', itemId);
  const before = signalCount(abe);
  const body = (text: string) => ({
    id: 'text',
    type: 'BodyText' as const,
    body: {
      type: 'doc' as const,
      content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }],
    },
  });
  await save(itemId, 1, [{ do: 'field', name: 'authorDepartment', value: 'Marketing' }], tab);
  await expect.poll(() => signalCount(abe)).toBeGreaterThan(before);
  expect(abe.details()).toEqual([]);
  await save(itemId, 2, [insert(body('é'.repeat(3300)))], tab);
  await expect.poll(() => abe.details()).toHaveLength(1);
  await save(itemId, 3, [set(body('é'.repeat(3800)))], tab);
  await expect.poll(() => abe.details()).toHaveLength(2);
  expect(abe.details()[1]).toMatchObject({
    sequence: LATER,
    changes: [],
    short: { sequence: 4, changes: [{ do: 'splice', key: 'text', remove: 0, insert: 'é'.repeat(500) }] },
  });
  const signals = signalCount(abe);
  await save(itemId, 4, [set(body('ü'.repeat(3800)))], tab);
  await expect.poll(() => signalCount(abe)).toBe(signals + 1);
  expect(abe.details()).toHaveLength(2);
});

test('someone whose role ends, and a delegate, learn that something has changed, but not what [COWRITE-031]', async () => {
  const { itemId, tab } = await written('Dates');
  const idOf = async (name: string) => {
    await portal().as(name).call(getCurrentUser, {});
    const { db } = portal();
    return (await db.selectFrom('users').select('id').where('subject', '=', name).executeTakeFirstOrThrow()).id;
  };
  const userId = await idOf('ana');
  const grant = (grants: Array<{ role: 'author'; department: null }>) =>
    edda().call(setStudioGrants, { params: { userId }, body: { grants } });
  await grant([{ role: 'author', department: null }]);
  const day = portal().clock.now.toISOString().slice(0, 10);
  const right = { delegateId: await idOf('nils'), scopes: ActingScope.options, from: day, until: day };
  await portal().as('ana').call(giveDelegation, { body: right });
  const [ana, nils] = [await open('ana'), await open('nils', { 'acting-for': userId })];
  await expect
    .poll(() =>
      follow('ana', itemId).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  let sequence = 1;
  let text = 'Dates';
  const type = async () => {
    text += '!';
    ({ sequence } = await save(itemId, sequence, [set(header('a', text))], tab));
  };
  await expect
    .poll(async () => {
      await type();
      return ana.details().length;
    })
    .toBeGreaterThan(0);
  expect(signalCount(nils)).toBeGreaterThan(0);
  await grant([]);
  // Known to every process a moment later.
  await expect
    .poll(async () => {
      const [signals, known] = [signalCount(ana), ana.details().length];
      await type();
      await expect.poll(() => signalCount(ana) + ana.details().length).toBeGreaterThan(signals + known);
      return signalCount(ana) > signals;
    })
    .toBe(true);
  const [signals, known] = [signalCount(ana), ana.details().length];
  await type();
  await expect.poll(() => signalCount(ana)).toBeGreaterThan(signals);
  expect(ana.details()).toHaveLength(known);
  expect(nils.details()).toEqual([]);
});

test('a broker carries that something was saved, but nothing of what [COWRITE-032]', () => {
  const announced = { topic: 'studio', to: 'somebody', at: '12' };
  const detail = { json: '{"text":"secret"}', departments: [null] };
  expect(JSON.parse(withoutDetail(JSON.stringify({ ...announced, detail })))).toEqual(announced);
  for (const payload of ['', 'somebody', '{"topic":"newer"}', JSON.stringify(announced)])
    expect(withoutDetail(payload)).toBe(payload);
});
