import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import {
  changePinnedAnswers,
  listPinnedAnswers,
  MAX_PINNED_ITEMS,
  MAX_PINNED_TERMS,
  previewPinnedAnswer,
  undoPinnedChange,
} from '@portico/contracts/pinnedAnswers';
import type { CallInput } from '@portico/contracts/endpoint';
import { searchPortal } from '@portico/contracts/search';
import { createApi } from '../../../app.ts';
import { createCallers } from '../../../testing/callers.ts';
import { testPortal } from '../../../testing/testPortal.ts';

type Change = CallInput<typeof changePinnedAnswers>['body']['change'];

async function desk() {
  const portal = await testPortal();
  const { as } = portal;
  const list = () => as('edda').call(listPinnedAnswers, {});
  const bodyOf = async (change: Change) => ({ body: { version: (await list()).version, change } });
  const change = async (one: Change) => as('edda').call(changePinnedAnswers, await bodyOf(one));
  const refusal = async (one: Change) => as('edda').fail(changePinnedAnswers, await bodyOf(one));
  const pin = async (terms: string[], itemIds: string[], id: string = randomUUID()) => {
    await change({ do: 'Save', id, terms, itemIds });
    return id;
  };
  const undo = async (index = 0) => {
    const { version, changes } = await list();
    const params = { changeId: String(changes[index]!.id) };
    return as('edda').call(undoPinnedChange, { params, body: { version } });
  };
  const pinnedFor = async (term: string, name = 'ana', filters: object = {}) =>
    (await as(name).call(searchPortal, { query: { term, ...filters } })).pinned.map(({ id }) => id);
  const terms = async () => (await list()).answers.map((answer) => answer.terms);
  return { ...portal, list, change, refusal, pin, undo, pinnedFor, terms };
}

test('a pinned answer is above the results of its terms in any spelling, at once, without filters only [DESK-160]', async () => {
  const { make, pin, pinnedFor, as, list, change } = await desk();
  const one = await make.news({ header: 'Paid time off', description: 'How to ask for it.' });
  const two = await make.document({ header: 'Vacation form' });
  expect(await pinnedFor('vacation days')).toEqual([]);
  const id = await pin(['Vacation days', '401(k) match'], [two, one]);
  for (const term of ['vacation days', 'VACATION-days', '401k match'])
    expect(await pinnedFor(term), term).toEqual([two, one]);
  for (const term of ['vacation', 'vacation days off']) expect(await pinnedFor(term), term).toEqual([]);
  const answer = await as('ana').call(searchPortal, { query: { term: 'Vacation days' } });
  expect(answer.pinned[1]).toMatchObject({
    kind: 'news',
    path: `/news/${one}`,
    header: [{ text: 'Paid time off', isMatch: false }],
    snippet: [{ text: 'How to ask for it.', isMatch: false }],
  });
  for (const filters of [{ scope: 'News' }, { category: ['Tax'] }, { offset: '5' }, { group: 'news' }])
    expect(await pinnedFor('vacation days', 'ana', filters), JSON.stringify(filters)).toEqual([]);
  expect((await list()).answers).toEqual([
    {
      id,
      terms: ['Vacation days', '401(k) match'],
      items: [
        { itemId: two, title: 'Vacation form', kind: 'document', path: null, state: 'Shown' },
        { itemId: one, title: 'Paid time off', kind: 'news', path: `/news/${one}`, state: 'Shown' },
      ],
    },
  ]);
  await change({ do: 'Save', id, terms: ['Days off'], itemIds: [one] });
  expect([await pinnedFor('vacation days'), await pinnedFor('days off')]).toEqual([[], [one]]);
});

test('a mistyped term finds what is pinned to the corrected one [DESK-160]', async () => {
  const { make, pin, pinnedFor } = await desk();
  const id = await make.news({ header: 'Rollover of accounts' });
  await pin(['rollover'], [id]);
  expect(await pinnedFor('rollovre')).toEqual([id]);
});

test('a reader sees no pinned item that they may not see, and it comes and goes with its audience and dates [DESK-161, A2]', async () => {
  const { make, pin, pinnedFor, clock, list } = await desk();
  const at = (hours: number) => new Date(clock.now.getTime() + hours * HOUR_MS).toISOString();
  const forNils = await make.news({ header: 'Assistants only', audience: ['Nla'] });
  const brief = await make.news({ header: 'Until later', expiresAt: at(2) });
  const later = await make.news({ header: 'Not yet', publishedAt: at(1) });
  await pin(['office hours'], [forNils, brief, later]);
  expect([await pinnedFor('office hours'), await pinnedFor('office hours', 'nils')]).toEqual([
    [brief],
    [forNils, brief],
  ]);
  clock.now = new Date(clock.now.getTime() + 3 * HOUR_MS);
  expect(await pinnedFor('office hours')).toEqual([later]);
  await make.withdraw(later);
  expect(await pinnedFor('office hours')).toEqual([]);
  expect((await list()).answers[0]!.items.map(({ state }) => state)).toEqual(['Shown', 'Hidden', 'Hidden']);
});

test('a change is followed by every process at once [DESK-160]', async () => {
  const { make, pin, pinnedFor, parts, issuer, clock } = await desk();
  const id = await make.news({ header: 'Branch calendar' });
  const other = await createApi({ ...parts });
  try {
    const search = async () =>
      (
        await createCallers({ portal: other, issuer, clock })('ana').call(searchPortal, { query: { term: 'holidays' } })
      ).pinned.map((one) => one.id);
    expect([await search(), await pinnedFor('holidays')]).toEqual([[], []]);
    await pin(['holidays'], [id]);
    expect([await search(), await pinnedFor('holidays')]).toEqual([[id], [id]]);
  } finally {
    await other.close();
  }
});

test('answers are merged and retired, and each change can be undone until its answer changes again [DESK-162]', async () => {
  const { make, pin, change, undo, terms, pinnedFor, list, db, as } = await desk();
  const [one, two] = [await make.news({}), await make.news({})];
  const first = await pin(['days off'], [one]);
  const second = await pin(['vacation'], [two]);
  await change({ do: 'Merge', id: second, into: first });
  expect(await terms()).toEqual([['days off', 'vacation']]);
  expect(await pinnedFor('vacation')).toEqual([one, two]);
  await undo();
  expect(await terms()).toEqual([['days off'], ['vacation']]);
  expect(await pinnedFor('vacation')).toEqual([two]);
  await change({ do: 'Retire', id: second });
  expect([await terms(), await pinnedFor('vacation')]).toEqual([[['days off']], []]);
  // An archived item comes back too: its audience sees it again when it is published.
  await make.withdraw(two);
  await undo();
  expect(await terms()).toEqual([['days off'], ['vacation']]);
  const { changes, version } = await list();
  expect(changes.map(({ kind, mayUndo, undoneBy }) => [kind, mayUndo, undoneBy])).toEqual([
    ['Retire', false, 'Edda Mohr'],
    ['Merge', false, 'Edda Mohr'],
    ['Add', true, null],
    ['Add', true, null],
  ]);
  await change({ do: 'Save', id: first, terms: ['days off', 'holidays'], itemIds: [one] });
  const added = { params: { changeId: String(changes[3]!.id) } };
  expect(await as('edda').fail(undoPinnedChange, { ...added, body: { version } })).toMatchObject({ code: 'conflict' });
  const now = (await list()).version;
  expect(await as('edda').fail(undoPinnedChange, { ...added, body: { version: now } })).toMatchObject({
    code: 'conflict',
  });
  const audits = await db.selectFrom('audit_log').select('action').where('object_kind', '=', 'pinned-answer').execute();
  expect(audits.map(({ action }) => action.replace('pinned-answer.', ''))).toEqual(
    'added added merged change-undone retired change-undone changed'.split(' '),
  );
});

test('what breaks a rule is refused with a reason and changes nothing [DESK-163]', async () => {
  const { make, pin, refusal, list, as } = await desk();
  const [one, two, draft] = [await make.news({}), await make.news({}), await make.news({ isDraft: true })];
  const first = await pin(['days off'], [one]);
  const second = await pin(['vacation', ...Array.from({ length: MAX_PINNED_TERMS - 1 }, (_, n) => `term ${n}`)], [two]);
  const before = await list();
  const save = (terms: string[], itemIds: string[]): Change => ({ do: 'Save', id: randomUUID(), terms, itemIds });
  const items = Array.from({ length: MAX_PINNED_ITEMS + 1 }, () => randomUUID());
  const refused: Array<[Change, string]> = [
    [save(['DAYS-off'], [one]), 'conflict'],
    [save(['PTO'], [one]), 'invalid_input'],
    [save(['?!?!'], [one]), 'invalid_input'],
    [save([], [one]), 'invalid_input'],
    [save(['new term'], []), 'invalid_input'],
    [save(['new term'], [draft]), 'invalid_input'],
    [save(['new term'], [randomUUID()]), 'invalid_input'],
    [save(['new term'], items), 'invalid_input'],
    [
      save(
        Array.from({ length: MAX_PINNED_TERMS + 1 }, (_, n) => `word ${n}`),
        [one],
      ),
      'invalid_input',
    ],
    [{ do: 'Merge', id: first, into: second }, 'conflict'],
    [{ do: 'Merge', id: first, into: first }, 'not_found'],
    [{ do: 'Retire', id: randomUUID() }, 'not_found'],
  ];
  for (const [change, code] of refused) expect(await refusal(change), JSON.stringify(change)).toMatchObject({ code });
  const late = { version: before.version - 1, change: { do: 'Retire' as const, id: first } };
  expect(await as('edda').fail(changePinnedAnswers, { body: late })).toMatchObject({ code: 'conflict' });
  expect(await list()).toEqual(before);
  // A name with a digit may be short, like what readers can search for.
  await pin(['W9'], [one]);
});

test('a preview shows what a person finds today, and the items that they would see above [DESK-164]', async () => {
  const { make, pin, as, db } = await desk();
  const shown = await make.news({ header: 'Rollover basics' });
  const forNils = await make.news({ header: 'For assistants', audience: ['Nla'] });
  await pin(['rollover'], [shown]);
  await as('nils').call(searchPortal, { query: { term: 'rollover' } });
  const { id: nils } = await db
    .selectFrom('users')
    .select('id')
    .where('given_name', 'ilike', 'nils%')
    .executeTakeFirstOrThrow();
  const preview = async (personId: string | null) => {
    const body = { term: 'Rollover', itemIds: [forNils, shown], personId };
    const answer = await as('edda').call(previewPinnedAnswer, { body });
    const ids = (results: Array<{ id: string }>) => results.map(({ id }) => id);
    return [ids(answer.pinnedToday), ids(answer.pinnedThen), ids(answer.results), answer.total];
  };
  expect(await preview(nils)).toEqual([[shown], [forNils, shown], [shown], 1]);
  expect(await preview(null)).toEqual([[shown], [shown], [shown], 1]);
  const body = { term: 'rollover', itemIds: [], personId: randomUUID() };
  expect(await as('edda').fail(previewPinnedAnswer, { body })).toMatchObject({ code: 'not_found' });
});
