import { expect, test } from 'vitest';
import { changePinnedAnswers } from '@portico/contracts/pinnedAnswers';
import {
  createAbbreviation,
  deleteAbbreviation,
  listAbbreviations,
  searchPortal,
  updateAbbreviation,
} from '@portico/contracts/search';
import {
  listAbbreviationChanges,
  listAbbreviationUses,
  mergeAbbreviation,
  undoAbbreviationChange,
} from '@portico/contracts/studio/abbreviationChanges';
import { testPortal } from '../../testing/testPortal.ts';

async function desk() {
  const portal = await testPortal();
  const { as, db } = portal;
  const edda = as('edda');
  const seeded = await edda.call(listAbbreviations, {});
  return {
    ...portal,
    edda,
    add: (abbreviation: string, meaning: string) => edda.call(createAbbreviation, { body: { abbreviation, meaning } }),
    changes: async () => (await edda.call(listAbbreviationChanges, {})).items,
    undo: async (changeId: number, name = 'edda') =>
      (await as(name).call(undoAbbreviationChange, { params: { changeId: String(changeId) } })).items,
    /** The abbreviations that were not there to begin with. */
    own: async () =>
      (await edda.call(listAbbreviations, {}))
        .filter(({ id }) => !seeded.some((other) => other.id === id))
        .map(({ abbreviation, meaning }) => [abbreviation, meaning]),
    audited: async () =>
      (
        await db
          .selectFrom('audit_log')
          .select('action')
          .where('object_kind', '=', 'abbreviation')
          .orderBy('id')
          .execute()
      ).map(({ action }) => action),
  };
}

test('each change of an abbreviation is in the history with who and when, and can be undone while nothing followed it [DESK-273]', async () => {
  const { edda, as, add, changes, undo, own, audited, clock } = await desk();
  const { id } = await add('APD', 'annual planning day');
  await as('adam').call(updateAbbreviation, {
    params: { abbreviationId: id },
    body: { abbreviation: 'AP', meaning: 'annual plan', version: 1 },
  });
  await edda.call(deleteAbbreviation, { params: { abbreviationId: id } });
  const [before, after] = [
    { abbreviation: 'APD', meaning: 'annual planning day' },
    { abbreviation: 'AP', meaning: 'annual plan' },
  ];
  const made = { madeAt: clock.now.toISOString(), undoneAt: null, undoneBy: null };
  const listed = await changes();
  expect(listed).toEqual([
    { ...made, id: 3, kind: 'Remove', before: after, after: null, madeBy: 'Edda Mohr', mayUndo: true },
    { ...made, id: 2, kind: 'Change', before, after, madeBy: 'Adam Vance', mayUndo: false },
    { ...made, id: 1, kind: 'Add', before: null, after: before, madeBy: 'Edda Mohr', mayUndo: false },
  ]);
  expect(await edda.fail(undoAbbreviationChange, { params: { changeId: '2' } })).toMatchObject({ status: 409 });
  expect(await undo(3)).toMatchObject([
    { undoneBy: 'Edda Mohr', mayUndo: false },
    { kind: 'Change', mayUndo: true },
    { mayUndo: false },
  ]);
  expect(await own()).toEqual([['AP', 'annual plan']]);
  await undo(2, 'adam');
  expect(await own()).toEqual([['APD', 'annual planning day']]);
  await undo(1);
  expect(await own()).toEqual([]);
  expect((await changes()).filter(({ mayUndo }) => mayUndo)).toEqual([]);
  expect(await edda.fail(undoAbbreviationChange, { params: { changeId: '1' } })).toMatchObject({ status: 409 });
  expect(await edda.fail(undoAbbreviationChange, { params: { changeId: '99' } })).toMatchObject({ status: 404 });
  expect((await audited()).slice(3)).toEqual(Array(3).fill('abbreviation.change-undone'));
});

test('an undo that would list an abbreviation twice is refused and changes nothing; two at once undo once [DESK-273]', async () => {
  const { edda, add, changes, undo, own } = await desk();
  const { id } = await add('APD', 'annual planning day');
  await edda.call(deleteAbbreviation, { params: { abbreviationId: id } });
  await add('A.P.D.', 'another plan');
  expect(await edda.fail(undoAbbreviationChange, { params: { changeId: '2' } })).toMatchObject({ status: 409 });
  expect(await own()).toEqual([['A.P.D.', 'another plan']]);
  expect((await changes()).map(({ undoneAt }) => undoneAt)).toEqual([null, null, null]);
  const outcomes = await Promise.allSettled([undo(3), undo(3)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await own()).toEqual([]);
});

test('an abbreviation gets the meaning of another one, so that both find the same, and gives it back [DESK-274]', async () => {
  const { edda, as, make, add, changes, undo, own, audited } = await desk();
  await make.news({ header: 'The annual planning day' });
  const kept = await add('APD', 'annual planning day');
  const merged = await add('AFD', 'annual forecast day');
  const merge = (version: number, into = kept.id, id = merged.id) => ({
    params: { abbreviationId: id },
    body: { version, into },
  });
  const found = async () => (await as('ana').call(searchPortal, { query: { term: 'the afd' } })).news.totalResultCount;
  expect(await found()).toBe(0);
  expect(await edda.fail(mergeAbbreviation, merge(2))).toMatchObject({ status: 409 });
  expect(await edda.call(mergeAbbreviation, merge(1))).toMatchObject({
    abbreviation: 'AFD',
    meaning: 'annual planning day',
    version: 2,
  });
  expect(await found()).toBe(1);
  expect(await edda.fail(mergeAbbreviation, merge(2))).toMatchObject({ status: 409 });
  expect(await edda.fail(mergeAbbreviation, merge(2, '6f9b1d4e-0000-4000-8000-000000000000'))).toMatchObject({
    status: 404,
  });
  expect(await edda.fail(mergeAbbreviation, merge(1, kept.id, kept.id))).toMatchObject({ status: 409 });
  const [change] = await changes();
  expect(change).toMatchObject({ kind: 'Merge', before: { meaning: 'annual forecast day' }, mayUndo: true });
  await undo(change!.id);
  expect(await own()).toEqual([
    ['AFD', 'annual forecast day'],
    ['APD', 'annual planning day'],
  ]);
  expect((await audited()).slice(2)).toEqual(['abbreviation.merged', 'abbreviation.change-undone']);
});

test('the uses of an abbreviation are how often it is searched for, its pinned answer, and what it finds [DESK-275]', async () => {
  const { edda, as, make, add, db, clock } = await desk();
  const newsId = await make.news({ header: 'The annual planning day' });
  await make.news({ header: 'The annual planning day of others', audience: ['Nla'] });
  const { id } = await add('AP4', 'annual planning day');
  const uses = () => edda.call(listAbbreviationUses, { params: { abbreviationId: id } });
  const today = clock.now.toISOString().slice(0, 10);
  const counts = { term: 'ap4', unanswered: 0 };
  await db
    .insertInto('search_term_counts')
    .values({ ...counts, day: today, searches: 4 })
    .execute();
  expect(await uses()).toMatchObject({ searches: null, isPinned: false, total: 1 });
  expect((await uses()).items.map(({ id: found }) => found)).toEqual([newsId]);
  await db.updateTable('search_term_counts').set({ searches: 5 }).execute();
  const change = { do: 'Save' as const, id: newsId, terms: ['AP4'], itemIds: [newsId] };
  await edda.call(changePinnedAnswers, { body: { version: 0, change } });
  expect(await uses()).toMatchObject({ searches: 5, isPinned: true });
  const { id: everyday } = await add('zqx', 'zebra quarter');
  expect(await edda.call(listAbbreviationUses, { params: { abbreviationId: everyday } })).toMatchObject({
    searches: 0,
  });
  for (const name of ['ana', 'eve'])
    expect(await as(name).fail(listAbbreviationChanges, {})).toMatchObject({ status: expect.any(Number) });
});
