import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { asSplice, canonicalJson, hashOf } from '@portico/authoring/merging/splices';
import type { ContentComponent } from '@portico/kinds/content';
import { MAX_CHANGE_BYTES, type Change, type SentChange, type Splice } from '@portico/contracts/studio/draft';
import { changeStudioItem, followStudioItem, getStudioItem } from '@portico/contracts/studio/studio';
import { sharedPortal } from '../../testing/testPortal.ts';
import { draftCalls, insert, set } from './testing/draftCalls.ts';

const portal = sharedPortal();
const edda = () => portal().as('edda');
const { start, save } = draftCalls(edda);
const refused = (
  itemId: string,
  base: number,
  changes: SentChange[],
  ids = { clientId: randomUUID(), batchId: randomUUID() },
) => edda().fail(changeStudioItem, { params: { itemId }, body: { ...ids, base, changes } });
const open = (itemId: string) => edda().call(getStudioItem, { params: { itemId } });

const SENTENCES = 'Rates rose in the last quarter. '.repeat(10);
const text = (words: string): ContentComponent => ({
  id: 'a',
  type: 'BodyText',
  body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] },
});
const described = (value: string): Change => ({ do: 'field', name: 'description', value });

/** An item with a long text, and what differs from it as it is sent. */
async function written() {
  const itemId = await start();
  await save(itemId, 0, [insert(text(SENTENCES)), described(SENTENCES)]);
  const { draft } = await open(itemId);
  const short = (change: Change): Splice => {
    const sent = asSplice(draft, change);
    if (sent.do !== 'splice') throw new Error('It is not shorter.');
    return sent;
  };
  return { itemId, draft, short };
}

test('what differs in a text and a field is saved as if all of it had been sent, and others get all of it [COWRITE-040]', async () => {
  const { itemId, short } = await written();
  const changes = [set(text(`${SENTENCES}Ana “wrote” 𝒜.`)), described(`New: ${SENTENCES}`)];
  const sent = changes.map(short);
  expect(JSON.stringify(sent).length).toBeLessThan(300);
  const clientId = randomUUID();
  const answer = await save(itemId, 1, sent, { clientId });
  expect(answer).toMatchObject({ sequence: 2, conflicts: [], saved: [], isAsSent: true, isTooOld: false });
  const { draft } = await open(itemId);
  expect([draft.trees.components, draft.fields.description]).toEqual([
    [text(`${SENTENCES}Ana “wrote” 𝒜.`)],
    `New: ${SENTENCES}`,
  ]);
  const body = { clientId: randomUUID(), since: 1, focus: null };
  const { saved } = await edda().call(followStudioItem, { params: { itemId }, body });
  expect(saved).toEqual([{ sequence: 2, clientId, by: 'Edda Mohr', changes }]);
});

test('what differs from a version that others have changed since is merged with theirs [COWRITE-040]', async () => {
  const { itemId, short } = await written();
  const [anas, bens] = [set(text(`${SENTENCES}Ana.`)), set(text(`Ben. ${SENTENCES}`))].map(short);
  await save(itemId, 1, [anas!]);
  const answer = await save(itemId, 1, [bens!]);
  expect(answer.saved.map(({ changes }) => changes)).toEqual([
    [set(text(`${SENTENCES}Ana.`))],
    [set(text(`Ben. ${SENTENCES}Ana.`))],
  ]);
  expect(answer.isAsSent).toBeUndefined();
  expect((await open(itemId)).draft.trees.components).toEqual([text(`Ben. ${SENTENCES}Ana.`)]);
});

test('what differs from a version that the server does not know changes nothing, and can be sent as a whole [COWRITE-042]', async () => {
  const { itemId, short } = await written();
  const change = set(text(`${SENTENCES}Ana.`));
  const [tab, ids] = [{ clientId: randomUUID() }, { clientId: randomUUID(), batchId: randomUUID() }];
  await save(itemId, 1, [set(text('Something else, as long as it may be.'))], tab);
  await portal().db.deleteFrom('studio_changes').where('item_id', '=', itemId).execute();
  for (const sent of [short(change), { ...short(change), hash: 'other' }, { ...short(change), key: 'b' }]) {
    const problem = await refused(itemId, 2, [described('Also'), sent], ids);
    expect(problem).toMatchObject({ status: 409, code: 'conflict' });
  }
  expect(await open(itemId)).toMatchObject({ sequence: 2, draft: { fields: { description: SENTENCES } } });
  expect(await save(itemId, 2, [change], ids)).toMatchObject({ sequence: 3, conflicts: [] });
});

test('a call that is repeated saves once, in both forms, and is answered with all of it [COWRITE-040]', async () => {
  const { itemId, short } = await written();
  const change = set(text(`${SENTENCES}Ana.`));
  const ids = { clientId: randomUUID(), batchId: randomUUID() };
  await Promise.all([1, 2, 3].map(() => save(itemId, 1, [short(change)], ids)));
  for (const changes of [[short(change)], [change]])
    expect(await save(itemId, 1, changes, ids)).toMatchObject({
      sequence: 2,
      saved: [{ sequence: 2, changes: [change] }],
    });
});

/** Turns all of a text into something else, with the right hash. */
const forged = (from: string, to: string): Splice => ({
  do: 'splice',
  key: 'a',
  at: 0,
  remove: from.length,
  insert: to,
  hash: hashOf(to),
});
const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":0`).join(',')}}`;
const UNSAFE = '[{"attrs":{"href":"javascript:alert(1)"},"type":"link"}]';

test.for<[string, number, (json: string) => string]>([
  ['is no JSON', 400, (json) => `${json}}`],
  ['is another component', 400, (json) => json.replace('"id":"a"', '"id":"b"')],
  ['has a link that is not safe', 400, (json) => json.replace('"type":"text"', `"marks":${UNSAFE},"type":"text"`)],
  ['has a character that cannot be stored', 400, (json) => json.replace('Rates', '\\u0000')],
  ['has a prototype', 400, (json) => json.replace('{', '{"__proto__":{"id":"a"},')],
  ['hides a prototype', 400, (json) => json.replace('{', '{"__pr\\u006fto__":{},')],
  ['changes a constructor', 400, (json) => json.replace('"id":"a"', '"constructor":{"prototype":{}},"id":"a"')],
  ['is too deep', 413, (json) => json.replace('{', `{"a":${'['.repeat(70)}${']'.repeat(70)},`)],
  ['has too many keys', 413, (json) => json.replace('{', `{"a":[${keys(25_000)}],`)],
])('a forged change whose result %s is %i and changes nothing [COWRITE-043]', async ([, status, forge]) => {
  const { itemId, draft } = await written();
  const json = canonicalJson(draft.trees.components[0]);
  expect(await refused(itemId, 1, [described('Also'), forged(json, forge(json))])).toMatchObject({ status });
  expect(await open(itemId)).toMatchObject({ sequence: 1, draft });
});

test('a change that replaces more than there is fits no version, whatever it makes of it [COWRITE-043]', async () => {
  const { itemId, draft } = await written();
  const json = canonicalJson(draft.trees.components[0]);
  const fits = forged(json, json.replace('Rates', 'Prices'));
  expect(await refused(itemId, 1, [{ ...fits, remove: fits.remove + 1 }])).toMatchObject({ status: 409 });
  expect(await open(itemId)).toMatchObject({ sequence: 1, draft });
  expect(await save(itemId, 1, [fits])).toMatchObject({ sequence: 2, conflicts: [] });
});

test('many changes that are long together are refused like one that is too long [COWRITE-043]', async () => {
  const { itemId, draft } = await written();
  const json = canonicalJson(draft.trees.components[0]);
  const long = forged(json, json.replace('Rates', 'x'.repeat(MAX_CHANGE_BYTES / 10)));
  expect(await refused(itemId, 1, Array<Splice>(10).fill(long))).toMatchObject({ status: 413 });
  expect(await open(itemId)).toMatchObject({ sequence: 1, draft });
  expect(await save(itemId, 1, Array<Splice>(9).fill(long))).toMatchObject({ sequence: 2 });
});

test('people who may not write save no part of a text [COWRITE-043]', async () => {
  const { itemId, draft, short } = await written();
  const body = { clientId: randomUUID(), batchId: randomUUID(), base: 1, changes: [short(set(text(`${SENTENCES}!`)))] };
  for (const [name, status] of [
    ['ana', 404],
    ['abe', 403],
  ] as const)
    expect(await portal().as(name).fail(changeStudioItem, { params: { itemId }, body })).toMatchObject({ status });
  expect(await open(itemId)).toMatchObject({ sequence: 1, draft });
});
