import { randomUUID } from 'node:crypto';
import { withConnection } from '@portico/dev-database/databases';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { MAX_HEADING } from '@portico/kinds/components/header/shape';
import type { Change } from '@portico/contracts/studio/draft';
import { changeStudioItem, followStudioItem, getStudioItem, publishStudioItem } from '@portico/contracts/studio/studio';
import { countWaiting } from '../../testing/countWaiting.ts';
import { titled } from '../../testing/studioActions.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { draftCalls, header, insert, set } from './testing/draftCalls.ts';
import { headingIn } from './testing/headingIn.ts';

const portal = sharedPortal();
const edda = () => portal().as('edda');
const { start, save } = draftCalls(edda);
const described = (value: string): Change => ({ do: 'field', name: 'description', value });

const inMarketing: Change = { do: 'field', name: 'authorDepartment', value: 'Marketing' };

/** Somebody else changes an item, so that the process reads it again. */
const changeElsewhere = (itemId: string) =>
  portal()
    .db.updateTable('content_items')
    .set((item) => ({ updated_at: item.ref('updated_at') }))
    .where('id', '=', itemId)
    .execute();

/** The first word of each statement that the server sends meanwhile, also about whether the portal is read-only. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const texts = query.mock.calls.map(([statement]) => String(Reflect.get(Object(statement), 'text')));
    return texts.map((text) => /\w+/.exec(text)![0]);
  } finally {
    query.mockRestore();
  }
}

describe('the studio', () => {
  test('merges what two people write in different places, and reports conflicts where they changed the same setting, with who did and when [STUDIO-003, STUDIO-004, COWRITE-013]', async () => {
    const itemId = await start();
    const [ana, ben] = [randomUUID(), randomUUID()];
    const { sequence } = await save(itemId, 0, [insert(header('b', 'B')), insert(header('a', 'A'))]);
    const anas = set(header('a', 'A by Ana', 3));
    const bens = set(header('b', 'B by Ben'));
    await save(itemId, sequence, [anas], { clientId: ana });
    const answer = await save(itemId, sequence, [bens, set(header('a', 'A by Ben', 4))], { clientId: ben });
    const at = portal().clock.now.toISOString();
    expect(answer.conflicts).toEqual([
      { index: 1, key: 'a', by: 'Edda Mohr', at, current: header('a', 'A by Ana', 3) },
    ]);
    expect(answer.saved.map((saved) => [saved.clientId, saved.changes])).toEqual([
      [ana, [anas]],
      [ben, [bens]],
    ]);
    const { draft } = await edda().call(getStudioItem, { params: { itemId } });
    expect(draft.trees.components).toEqual([header('a', 'A by Ana', 3), header('b', 'B by Ben')]);
  });

  test('merges concurrent saves, and never publishes part of one [STUDIO-003]', async () => {
    const itemId = await start();
    await save(itemId, 0, [titled('Together')]);
    const { version } = await edda().call(getStudioItem, { params: { itemId } });
    const ids = Array.from({ length: 12 }, (_, index) => `part-${index}`);
    const publishing = edda()
      .call(publishStudioItem, { params: { itemId }, body: { version, sequence: 1 } })
      .catch(() => 'a save came first');
    const answers = await Promise.all(ids.map((id) => save(itemId, 1, [insert(header(id, id))])));
    await publishing;
    expect(answers.map(({ sequence }) => sequence).toSorted((one, other) => one - other)).toEqual(
      ids.map((_, index) => index + 2),
    );
    const { draft } = await edda().call(getStudioItem, { params: { itemId } });
    expect(draft.trees.components.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  test('reports conflicts even to a tab that was away for longer than individual saves are stored [STUDIO-302]', async () => {
    const itemId = await start();
    await save(itemId, 0, [titled('Shared'), insert(header('a', 'Shared'))]);
    await save(itemId, 1, [titled('By one'), set(header('a', 'By one'))]);
    await portal().db.deleteFrom('studio_changes').where('item_id', '=', itemId).execute();
    await changeElsewhere(itemId);
    const ids = { clientId: randomUUID(), batchId: randomUUID() };
    const late = () => save(itemId, 1, [titled('By the other'), set(header('a', 'By the other'))], ids);
    const answer = await late();
    expect(answer).toMatchObject({
      isTooOld: true,
      conflicts: [
        { index: 0, key: 'field:header', by: 'Edda Mohr' },
        { index: 1, key: 'a', by: 'Edda Mohr', current: { text: 'By one' } },
      ],
    });
    expect((await late()).conflicts).toEqual(answer.conflicts);
  });

  test('does not let a choice between two versions replace what was saved after they were shown [STUDIO-303]', async () => {
    const itemId = await start();
    const [ana, ben] = [{ clientId: randomUUID() }, { clientId: randomUUID() }];
    await save(itemId, 0, [insert(header('a', 'Shared'))], ana);
    const shown = await save(itemId, 1, [set(header('a', 'By Ana', 3))], ana);
    expect((await save(itemId, 1, [set(header('a', 'By Ben', 4))], ben)).conflicts).toHaveLength(1);
    await save(itemId, shown.sequence, [set(header('a', 'By Ana, and more', 2))], ana);
    const choose = (base: number) => save(itemId, base, [set(header('a', 'By Ben', 4))], { clientId: randomUUID() });
    const refused = await choose(shown.sequence);
    expect(refused.conflicts).toMatchObject([{ key: 'a', current: { text: 'By Ana, and more' } }]);
    expect((await choose(refused.sequence)).conflicts).toEqual([]);
    const { draft } = await edda().call(getStudioItem, { params: { itemId } });
    expect(draft.trees.components).toMatchObject([{ text: 'By Ben' }]);
  });

  test('saves a batch once, however often it is sent', async () => {
    const itemId = await start();
    const ids = { clientId: randomUUID(), batchId: randomUUID() };
    const first = await save(itemId, 0, [insert(header('a', 'A'))], ids);
    expect(await save(itemId, 0, [insert(header('a', 'A'))], ids)).toEqual(first);
    expect((await edda().call(getStudioItem, { params: { itemId } })).draft.trees.components).toHaveLength(1);
  });

  test('shows who has an item open and what they wrote, until they leave [STUDIO-009]', async () => {
    const itemId = await start();
    const [mine, other] = [randomUUID(), randomUUID()];
    const follow = (clientId: string, since: number, focus: string | null = null, isLeaving = false) =>
      edda().call(followStudioItem, { params: { itemId }, body: { clientId, since, focus, isLeaving } });
    await follow(mine, 0);
    expect((await follow(other, 0, 'a')).people).toHaveLength(2);
    await save(itemId, 0, [insert(header('a', 'A'))], { clientId: other });
    const { saved, people, isTooOld } = await follow(mine, 0);
    expect(saved).toMatchObject([{ sequence: 1, clientId: other, by: 'Edda Mohr' }]);
    expect(people.find(({ clientId }) => clientId === other)).toMatchObject({ name: 'Edda Mohr', focus: 'a' });
    expect(isTooOld).toBe(false);
    expect((await follow(other, 1, null, true)).people.map(({ clientId }) => clientId)).toEqual([mine]);
  });

  test('merges what two people typed in the same texts since the same save, and shows it to both [COWRITE-002]', async () => {
    const itemId = await start();
    const [ana, ben] = [{ clientId: randomUUID() }, { clientId: randomUUID(), batchId: randomUUID() }];
    await save(itemId, 0, [titled('Report'), described('About it'), insert(header('a', 'Dates'))], ana);
    await save(itemId, 1, [titled('The report'), described('All about it'), set(header('a', 'Our dates'))], ana);
    const bens = () =>
      save(itemId, 1, [titled('Report 2027'), described('About it.'), set(header('a', 'Dates!'))], ben);
    const answer = await bens();
    expect(answer.conflicts).toEqual([]);
    const merged = [titled('The report 2027'), described('All about it.'), set(header('a', 'Our dates!'))];
    expect(answer.saved.at(-1)).toMatchObject({ clientId: ben.clientId, changes: merged });
    // The same call again changes nothing.
    expect(await bens()).toEqual(answer);
    const { draft, sequence } = await edda().call(getStudioItem, { params: { itemId } });
    expect(sequence).toBe(3);
    expect(draft.fields).toMatchObject({ header: 'The report 2027', description: 'All about it.' });
    expect(draft.trees.components).toEqual([header('a', 'Our dates!')]);
  });

  test('never tells a tab of a save before its number: what it types next would be merged with it twice [COWRITE-010]', async () => {
    const [itemId, otherId] = [await start(), await start()];
    await save(itemId, 0, [insert(header('a', 'Dates'))]);
    const body = { clientId: randomUUID(), since: 0, focus: null };
    const answer = await withConnection(portal().url, async (client) => {
      await client.query('begin');
      // The call waits for this row after it has read the draft.
      await client.query(
        `insert into studio_presence (client_id, item_id, user_id, seen_at) select $1, $2, id, now() from users limit 1`,
        [body.clientId, otherId],
      );
      const following = edda().call(followStudioItem, { params: { itemId }, body });
      await expect.poll(() => countWaiting(portal().db)).toBe(1);
      await save(itemId, 1, [set(header('a', 'Our dates'))]);
      await client.query('rollback');
      return following;
    });
    expect(answer).toMatchObject({ sequence: 1, saved: [{ sequence: 1 }], isTooOld: false });
  });

  test('never replaces what a save of the same tab was merged with, when its next one has not seen it [COWRITE-010]', async () => {
    const itemId = await start();
    const [ana, ben] = [{ clientId: randomUUID() }, { clientId: randomUUID() }];
    await save(itemId, 0, [insert(header('a', '-'))], ana);
    await save(itemId, 1, [set(header('a', '-by Ana'))], ana);
    await save(itemId, 1, [set(header('a', 'By Ben-'))], ben);
    const unseen = await save(itemId, 1, [set(header('a', 'By Ben, -'))], ben);
    expect(unseen.conflicts).toMatchObject([{ key: 'a', by: 'Edda Mohr', current: { text: 'By Ben-by Ana' } }]);
    const seen = await save(itemId, 3, [set(header('a', 'By Ben, -by Ana'))], ben);
    expect(seen.conflicts).toEqual([]);
    // A tab never conflicts with its own saves.
    expect((await save(itemId, 4, [set(header('a', 'By Ben -by Ana'))], ben)).conflicts).toEqual([]);
    expect((await save(itemId, 4, [set(header('a', 'By Ben: -by Ana'))], ben)).conflicts).toEqual([]);
  });

  test('merges several changes of one text in one call, once each [COWRITE-002]', async () => {
    const itemId = await start();
    await save(itemId, 0, [insert(header('a', '-')), insert(header('b', 'B'))]);
    await save(itemId, 1, [set(header('a', '-Ana'))]);
    const changes = [set(header('a', 'B-')), set(header('b', 'B!')), set(header('a', 'BEN-'))];
    expect((await save(itemId, 1, changes)).conflicts).toEqual([]);
    const { draft } = await edda().call(getStudioItem, { params: { itemId } });
    expect(draft.trees.components).toContainEqual(header('a', 'BEN-Ana'));
  });

  test('offers both versions of a text that would be too long when merged, and changes nothing [COWRITE-003]', async () => {
    const itemId = await start();
    await save(itemId, 0, [insert(header('a', '-'))]);
    await save(itemId, 1, [set(header('a', `-${'a'.repeat(200)}`))]);
    const { conflicts } = await save(itemId, 1, [set(header('a', `${'b'.repeat(MAX_HEADING - 200)}-`))]);
    expect(conflicts).toMatchObject([{ key: 'a', current: { text: `-${'a'.repeat(200)}` } }]);
    const fits = await save(itemId, 1, [set(header('a', `${'b'.repeat(MAX_HEADING - 201)}-`))]);
    expect(fits.conflicts).toEqual([]);
  });

  test('never merges with a version that it does not know: of saves before an update, or after an import [COWRITE-003]', async () => {
    const itemId = await start();
    await save(itemId, 0, [insert(header('a', 'Shared'))]);
    await save(itemId, 1, [set(header('a', 'Shared by Ana'))]);
    await portal().db.updateTable('studio_changes').set({ replaced: null }).where('sequence', '=', 2).execute();
    await changeElsewhere(itemId);
    await save(itemId, 2, [set(header('a', 'Shared by Ana, and more'))]);
    expect((await save(itemId, 1, [set(header('a', 'Ben: Shared'))])).conflicts).toHaveLength(1);
    expect((await save(itemId, 2, [set(header('a', 'Ben: Shared by Ana'))])).conflicts).toEqual([]);
  });

  test('shows where the caret of each person is, also after a save, and forgets it when they leave [COWRITE-014]', async () => {
    const itemId = await start();
    const [ana, ben] = [randomUUID(), randomUUID()];
    const follow = (clientId: string, focus: string | null, own: object = {}) =>
      edda().call(followStudioItem, { params: { itemId }, body: { clientId, since: 0, focus, ...own } });
    const bensCaret = async () => {
      const { people } = await follow(ana, null);
      return people.find(({ clientId }) => clientId === ben);
    };
    await follow(ben, 'a', { caret: { text: 0, anchor: 2, head: 5 } });
    expect(await bensCaret()).toMatchObject({ focus: 'a', caret: { text: 0, anchor: 2, head: 5 } });
    const changes = [insert(header('a', 'Dates'))];
    const position = { focus: 'a', caret: { text: 0, anchor: 6, head: 6 } };
    const body = { clientId: ben, batchId: randomUUID(), base: 0, changes, position };
    await edda().call(changeStudioItem, { params: { itemId }, body });
    expect(await bensCaret()).toMatchObject(position);
    await follow(ben, 'b', { caret: null });
    expect(await bensCaret()).toEqual({ clientId: ben, name: 'Edda Mohr', isSelf: true, focus: 'b' });
    await follow(ben, null, { isLeaving: true });
    // A save that was under way does not bring them back.
    await edda().call(changeStudioItem, { params: { itemId }, body: { ...body, batchId: randomUUID(), base: 1 } });
    expect(await bensCaret()).toBeUndefined();
    const far = { text: 0, anchor: -1, head: 0 };
    const rejected = { params: { itemId }, body: { clientId: ben, since: 0, focus: 'a', caret: far } };
    expect(await edda().failWith(followStudioItem, rejected)).toMatchObject({ status: 400 });
    expect(await bensCaret()).toBeUndefined();
  });

  test('a key needs one statement, after the first two of a person, and its follower two, however many have the item open [COWRITE-017, COWRITE-060]', async () => {
    const [itemId, otherId] = [await start(), await start()];
    const [ana, ben] = [{ clientId: randomUUID() }, { clientId: randomUUID() }];
    const follow = (clientId: string, since: number) =>
      edda().call(followStudioItem, { params: { itemId }, body: { clientId, since, focus: null } });
    // The first one locks the item to note a writer, the second one reads it.
    await save(itemId, 0, [insert(header('a', 'Date'))], ana);
    await save(itemId, 1, [set(header('a', 'Dates'))], ana);
    for (const tab of [ana, ben]) await follow(tab.clientId, 2);
    for (const tab of Array.from({ length: 5 }, () => randomUUID())) await follow(tab, 2);
    const key = (text: string, base: number, own: typeof ana) =>
      statementsOf(() => save(itemId, base, [set(header('a', text))], own));
    expect(await key('Dates!', 2, ana)).toEqual(['with']);
    expect(await statementsOf(() => follow(ben.clientId, 2))).toEqual(['select', 'select']);
    expect(await key('Our dates', 2, ben)).toEqual(['with']);
    expect(await key('Our dates!!', 4, ana)).toEqual(['with']);
    expect((await edda().call(getStudioItem, { params: { itemId } })).draft.trees.components).toEqual([
      header('a', 'Our dates!!'),
    ]);
    // What does more than changing the draft locks the item: other departments can mean other rights.
    const moved = () => save(otherId, 0, [inMarketing], ana);
    expect(await statementsOf(moved)).toEqual(expect.arrayContaining(['begin', 'commit']));
    expect(await statementsOf(() => save(itemId, 5, [inMarketing], ana))).toEqual(expect.arrayContaining(['begin']));
  });

  test('a save that others came before, or that waits for somebody who locks the item, is merged with theirs [COWRITE-017]', async () => {
    const itemId = await start();
    const [ana, ben] = [{ clientId: randomUUID() }, { clientId: randomUUID() }];
    await save(itemId, 0, [insert(header('a', '-'))], ana);
    const [waited, ...others] = await withConnection(portal().url, async (client) => {
      await client.query('begin');
      await client.query('select from content_items where id = $1 for update', [itemId]);
      const saving = save(itemId, 1, [set(header('a', 'Ben-'))], ben);
      await expect.poll(() => countWaiting(portal().db)).toBe(1);
      await client.query('update content_items set version = version + 1 where id = $1', [itemId]);
      await client.query('commit');
      const keys = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) =>
        save(itemId, 1, [set(header('a', `-${letter.repeat(3)}`))], { clientId: randomUUID() }),
      );
      return Promise.all([saving, ...keys]);
    });
    expect([waited, ...others].flatMap((answer) => answer!.conflicts)).toEqual([]);
    const { draft, sequence } = await edda().call(getStudioItem, { params: { itemId } });
    expect(sequence).toBe(8);
    expect([...headingIn(draft)].toSorted()).toEqual(Array.from('Ben-aaabbbcccdddeeefff').toSorted());
  });

  test('a tab learns of its own save only from the answer; all other tabs hear of it [COWRITE-018]', async () => {
    const itemId = await start();
    const [ana, ben] = [{ clientId: randomUUID() }, { clientId: randomUUID() }];
    await save(itemId, 0, [insert(header('a', 'Dates'))], ana);
    const follow = (who: ReturnType<typeof edda>, clientId: string) =>
      who.call(followStudioItem, { params: { itemId }, body: { clientId, since: 1, focus: null } });
    const toldOf = async (work: () => Promise<unknown>): Promise<number> => {
      await portal().db.deleteFrom('push_changes').execute();
      await work();
      const rows = await portal()
        .db.selectFrom('push_changes')
        .select('recipient')
        .where('topic', '=', 'studio')
        .execute();
      return rows.length;
    };
    await follow(edda(), ana.clientId);
    expect(await toldOf(() => save(itemId, 1, [set(header('a', 'Dates!'))], ana))).toBe(0);
    await follow(edda(), ben.clientId);
    expect(await toldOf(() => save(itemId, 2, [set(header('a', 'Our dates!'))], ana))).toBe(1);
    await follow(portal().as('abe'), randomUUID());
    expect(await toldOf(() => save(itemId, 3, [set(header('a', 'My dates!'))], ana))).toBe(2);
    // What they may do with it can change with a department, a label or an approval.
    await follow(portal().as('abe'), randomUUID());
    await edda().call(followStudioItem, {
      params: { itemId },
      body: { clientId: ben.clientId, since: 1, focus: null, isLeaving: true },
    });
    expect(await toldOf(() => save(itemId, 4, [inMarketing], ana))).toBe(2);
  });

  test('a forged save of someone who may only read the draft is refused with 403, and changes neither text nor place [COWRITE-008, COWRITE-014]', async () => {
    const itemId = await start();
    await save(itemId, 0, [insert(header('a', 'Shared'))]);
    await save(itemId, 1, [set(header('a', 'Shared by Edda'))]);
    const clientId = randomUUID();
    const abe = portal().as('abe');
    const { people } = await abe.call(followStudioItem, {
      params: { itemId },
      body: { clientId, since: 0, focus: 'a' },
    });
    expect(people).toMatchObject([{ clientId, focus: 'a' }]);
    const forged = { clientId, batchId: randomUUID(), base: 1, changes: [set(header('a', 'Forged'))] };
    const position = { focus: 'b', caret: null };
    expect(await abe.fail(changeStudioItem, { params: { itemId }, body: { ...forged, position } })).toMatchObject({
      status: 403,
    });
    const item = await edda().call(getStudioItem, { params: { itemId } });
    expect(item.sequence).toBe(2);
    expect(item.draft.trees.components).toEqual([header('a', 'Shared by Edda')]);
    expect(item.people).toMatchObject([{ clientId, focus: 'a' }]);
  });

  test('a merged save by someone who may not write is refused and changes nothing [COWRITE-008]', async () => {
    const itemId = await start();
    await save(itemId, 0, [insert(header('a', 'Shared'))]);
    await save(itemId, 1, [set(header('a', 'Shared by Edda'))]);
    const body = { clientId: randomUUID(), batchId: randomUUID(), base: 1, changes: [set(header('a', 'Forged'))] };
    expect(await portal().as('ana').fail(changeStudioItem, { params: { itemId }, body })).toMatchObject({
      status: 404,
    });
    const { draft, sequence } = await edda().call(getStudioItem, { params: { itemId } });
    expect(sequence).toBe(2);
    expect(draft.trees.components).toEqual([header('a', 'Shared by Edda')]);
  });
});
