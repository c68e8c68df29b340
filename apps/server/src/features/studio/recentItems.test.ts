import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { blankDraft } from '@portico/authoring/blankDraft';
import { setReadOnly } from '@portico/contracts/maintenance';
import { approveStudioItem, requestStudioReview } from '@portico/contracts/studio/reviews';
import { changeStudioItem, getStudioItem } from '@portico/contracts/studio/studio';
import { createApi } from '../../app.ts';
import { createCallers, type Caller } from '../../testing/callers.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { createRecentItems, READ_AGAIN_MS, type KnownItem } from './recentItems.ts';
import { draftCalls, header, insert, set } from './testing/draftCalls.ts';
import { headingIn } from './testing/headingIn.ts';

const portal = sharedPortal();
const edda = () => portal().as('edda');
const here = draftCalls(edda);
/** The same people, who reach another process. */
let asElsewhere: (name: string) => Caller;
const elsewhere = draftCalls(() => asElsewhere('edda'));

beforeAll(async () => {
  const { parts, issuer, clock } = portal();
  const other = await createApi(parts);
  asElsewhere = createCallers({ portal: other, issuer, clock });
  return () => other.close();
});

const [ana, ben] = [{ clientId: randomUUID() }, { clientId: randomUUID() }];
const open = (itemId: string) => edda().call(getStudioItem, { params: { itemId } });

/** An item with a heading that this process has saved twice, with three saves in all. */
async function known(): Promise<string> {
  const itemId = await here.start();
  await here.save(itemId, 0, [insert(header('a', '-'))], ana);
  await here.save(itemId, 1, [set(header('a', '-A'))], ana);
  await here.save(itemId, 2, [set(header('a', '-An'))], ana);
  return itemId;
}

describe('a process that knows an item from its last save', () => {
  test('merges with what was saved through another process since, from both sides [COWRITE-061]', async () => {
    const itemId = await known();
    await elsewhere.save(itemId, 3, [set(header('a', 'Ben-An'))], ben);
    const merged = await here.save(itemId, 3, [set(header('a', '-Ana'))], ana);
    expect(merged).toMatchObject({ sequence: 5, conflicts: [], saved: [{ sequence: 4 }, { sequence: 5 }] });
    expect(headingIn((await open(itemId)).draft)).toBe('Ben-Ana');
    await here.save(itemId, 5, [set(header('a', 'Ben-Ana!'))], ana);
    await elsewhere.save(itemId, 4, [set(header('a', 'Ben:-An'))], ben);
    expect(headingIn((await open(itemId)).draft)).toBe('Ben:-Ana!');
  });

  test('saves what was typed after a save through another process, of which it does not know [COWRITE-061]', async () => {
    const itemId = await known();
    await elsewhere.save(itemId, 3, [set(header('a', 'Ben-An'))], ben);
    const answer = await here.save(itemId, 4, [set(header('a', 'Ben-Ana'))], ana);
    expect(answer).toMatchObject({ sequence: 5, conflicts: [], saved: [{ sequence: 5 }] });
    expect(headingIn((await open(itemId)).draft)).toBe('Ben-Ana');
  });

  test('saves a batch once, through whichever process it is sent again [COWRITE-061]', async () => {
    const itemId = await known();
    const ids = { ...ana, batchId: randomUUID() };
    const key = [set(header('a', '-Ana'))];
    const first = await here.save(itemId, 3, key, ids);
    expect(await here.save(itemId, 3, key, ids)).toEqual(first);
    expect(await elsewhere.save(itemId, 3, key, ids)).toEqual(first);
    await here.save(itemId, 4, [set(header('a', '-Ana!'))], ana);
    expect(await here.save(itemId, 3, key, ids)).toMatchObject({ savedAt: first.savedAt, sequence: 5 });
    expect((await open(itemId)).sequence).toBe(5);
    expect(headingIn((await open(itemId)).draft)).toBe('-Ana!');
  });

  test('answers an old save as if it had read it: refused before its number, merged with all since [COWRITE-061]', async () => {
    const itemId = await known();
    const late = await here.save(itemId, 1, [set(header('a', 'Ben-'))], ben);
    expect(late).toMatchObject({
      sequence: 4,
      conflicts: [],
      saved: [{ sequence: 2 }, { sequence: 3 }, { sequence: 4 }],
    });
    expect(headingIn((await open(itemId)).draft)).toBe('Ben-An');
    const body = { ...ben, batchId: randomUUID(), base: 9, changes: [set(header('a', 'Forged'))] };
    expect(await edda().fail(changeStudioItem, { params: { itemId }, body })).toMatchObject({ status: 400 });
    expect((await open(itemId)).sequence).toBe(4);
  });

  test('saves nothing once the portal is read-only [COWRITE-062]', async () => {
    const itemId = await known();
    const setMode = (isReadOnly: boolean) =>
      portal()
        .as('adam')
        .call(setReadOnly, { body: { isReadOnly, until: null } });
    const body = { ...ana, batchId: randomUUID(), base: 3, changes: [set(header('a', '-Ana'))] };
    await setMode(true);
    const refused = await edda().fail(changeStudioItem, { params: { itemId }, body });
    const before = await open(itemId);
    await setMode(false);
    expect(refused).toMatchObject({ status: 503, code: 'read_only' });
    expect([before.sequence, headingIn(before.draft)]).toEqual([3, '-An']);
    expect(await edda().call(changeStudioItem, { params: { itemId }, body })).toMatchObject({ sequence: 4 });
  });

  test('voids an approval, and notes its author again, when that was given in between [COWRITE-062]', async () => {
    const itemId = await known();
    const asked = { purpose: 'Publish' as const, note: '', dueOn: null };
    await asElsewhere('edda').call(requestStudioReview, { params: { itemId }, body: asked });
    const { version, sequence } = await open(itemId);
    await asElsewhere('abe').call(approveStudioItem, { params: { itemId }, body: { version, sequence, comment: '' } });
    await here.save(itemId, 3, [set(header('a', '-Ana'))], ana);
    expect((await open(itemId)).review).toMatchObject({ state: 'Voided' });
    const authors = await portal().db.selectFrom('studio_authors').selectAll().where('item_id', '=', itemId).execute();
    expect(authors).toHaveLength(1);
  });

  test('makes a person who writes an author again after others have approved and withdrawn [COWRITE-062]', async () => {
    const itemId = await known();
    await portal().db.deleteFrom('studio_authors').where('item_id', '=', itemId).execute();
    await here.save(itemId, 3, [set(header('a', '-Ana'))], ana);
    const authors = await portal().db.selectFrom('studio_authors').selectAll().where('item_id', '=', itemId).execute();
    expect(authors).toHaveLength(1);
  });
});

describe('what a process keeps of an item', () => {
  afterEach(() => vi.restoreAllMocks());
  const knownWith = (itemId: string, sequence: number, saves: number[] = []): KnownItem => ({
    storedDraft: { itemId, sequence, draft: blankDraft } as KnownItem['storedDraft'],
    facts: {} as KnownItem['facts'],
    draftRow: '1',
    itemRow: '1',
    since: 0,
    saves: saves.map((number) => ({ sequence: number }) as KnownItem['saves'][number]),
  });
  const reader = (id: string, readAt = performance.now()) => ({ id, name: id, isWriter: true, readAt });
  const anas = { id: 'ana', base: 0 };

  test('is for those who have read it in the last ten seconds, one after the other [COWRITE-060]', () => {
    const recent = createRecentItems();
    const readAt = performance.now();
    recent.keep(knownWith('i', 1), reader('ana', readAt), 10);
    expect(recent.take('i', { id: 'ben', base: 0 })).toBeUndefined();
    expect(recent.take('i', anas)).toMatchObject({ reader: { name: 'ana' } });
    expect(recent.take('i', anas)).toBeUndefined();
    recent.putBack('i');
    const clock = vi.spyOn(performance, 'now').mockReturnValue(readAt + READ_AGAIN_MS);
    expect(recent.take('i', anas)).toBeDefined();
    recent.putBack('i');
    clock.mockReturnValue(readAt + READ_AGAIN_MS + 1);
    expect(recent.take('i', anas)).toBeUndefined();
  });

  test('is never older than what it has, and is read for a second once somebody else has changed it [COWRITE-061]', () => {
    const recent = createRecentItems();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
    recent.keep(knownWith('i', 5), reader('ana'), 10);
    recent.keep(knownWith('i', 4), reader('ana'), 10);
    expect(recent.take('i', anas)?.known.storedDraft.sequence).toBe(5);
    recent.forget('i');
    expect(recent.take('i', anas)).toBeUndefined();
    recent.keep(knownWith('i', 6), reader('ana'), 10);
    expect(recent.take('i', anas)).toBeUndefined();
    clock.mockReturnValue(2001);
    recent.keep(knownWith('i', 7), reader('ana'), 10);
    expect(recent.take('i', anas)?.known.storedDraft.sequence).toBe(7);
  });

  test('has the last forty saves: a tab that has not seen older ones is answered from the database [COWRITE-061]', () => {
    const recent = createRecentItems();
    const numbers = Array.from({ length: 41 }, (_, index) => index + 1);
    recent.keep(knownWith('i', 41, numbers), reader('ana'), 10);
    expect(recent.take('i', anas)).toBeUndefined();
    expect(recent.take('i', { id: 'ana', base: 1 })?.known).toMatchObject({ since: 1, saves: { length: 40 } });
  });

  test('takes at most 8 MB for all items; those saved last stay [COWRITE-060]', () => {
    const recent = createRecentItems();
    for (const id of ['a', 'b', 'c', 'd', 'e']) recent.keep(knownWith(id, 1), reader('ana'), 2_000_000);
    expect(['a', 'b', 'c', 'd', 'e'].filter((id) => recent.take(id, anas))).toEqual(['b', 'c', 'd', 'e']);
    recent.keep(knownWith('b', 2), reader('ana'), 1);
    recent.keep(knownWith('f', 1), reader('ana'), 1_999_999);
    expect(['b', 'c', 'd', 'e', 'f'].filter((id) => recent.take(id, anas))).toEqual(['b', 'f']);
  });
});
