import { expect, test, vi } from 'vitest';
import { MINUTE_MS } from '@portico/contracts/durations';
import { createAbbreviation } from '@portico/contracts/search';
import type { AdvisorType } from '@portico/kinds/advisorType';
import { JsonAnswer } from '../../http/api/jsonAnswer.ts';
import { findAnswerBasis } from '../../search/index/searchState.ts';
import { maintainSearchIndex } from '../../search/index/maintainSearchIndex.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { rememberedAnswers } from './rememberedAnswers.ts';
import type { ThreadAnswer } from './threads/answerThreads.ts';
import type { SearchRequest } from './threads/messages.ts';

const present = new AbortController().signal;

/** A portal that counts its searches and answers each with its number. */
async function countedSearches() {
  const { db, clock, make, as } = await testPortal();
  const ask = vi.fn(async ({ reader }: SearchRequest): Promise<ThreadAnswer> => {
    const basis = await findAnswerBasis(db, reader);
    return { answer: new JsonAnswer(String(ask.mock.calls.length)), basis };
  });
  const answer = rememberedAnswers(db, ask);
  const search = async ({
    term = 'rollover',
    type = null as AdvisorType | null,
    facts = ['role:advisor'],
    signal = present,
  } = {}) => {
    const reader = { id: '9f2c', advisorType: type, facts, now: clock.now };
    return (await answer({ reader, query: { term }, acceptsBrotli: false }, signal)).answer.body.toString();
  };
  return { db, clock, make, as, ask, search };
}

test('readers who see the same share one search, until something that can be found changes [SEARCH-030]', async () => {
  const { db, clock, make, as, search } = await countedSearches();
  const id = await make.news({ header: 'Rollover' });
  expect([await search(), await search(), await search({ facts: ['role:assistant'] })]).toEqual(['1', '1', '1']);
  expect(await search({ term: 'roth' })).toBe('2');
  expect(await search({ type: 'Nla' })).toBe('3');
  await make.news({ header: 'Nothing alike', isDraft: true });
  await make.redraft(id, { header: 'Not published' });
  await maintainSearchIndex(db, clock.now);
  expect(await search()).not.toBe('2');
  const before = await search();
  await maintainSearchIndex(db, clock.now);
  expect(await search()).toBe(before);
  const changes = [
    () => make.republish(id, { header: 'Published' }),
    () => make.withdraw(id),
    () => as('edda').call(createAbbreviation, { body: { abbreviation: 'ZQX', meaning: 'zonal quota exchange' } }),
  ];
  const answers = [before];
  for (const change of changes) {
    await change();
    answers.push(await search());
    expect(await search()).toBe(answers.at(-1));
  }
  expect(new Set(answers).size).toBe(changes.length + 1);
});

test('time alone invalidates cached answers: at each publication, expiration or end, and after five minutes [SEARCH-030]', async () => {
  const { clock, make, search } = await countedSearches();
  const start = clock.now.getTime();
  const at = (ms: number) => {
    clock.now = new Date(start + ms);
    return search();
  };
  const iso = (ms: number) => new Date(start + ms).toISOString();
  await make.news({ publishedAt: iso(MINUTE_MS) });
  await make.news({ expiresAt: iso(2 * MINUTE_MS) });
  await make.event({ startsAt: iso(0), endsAt: iso(3 * MINUTE_MS) });
  const spans = [
    [0, MINUTE_MS - 1],
    [MINUTE_MS, 2 * MINUTE_MS - 1],
    [2 * MINUTE_MS, 3 * MINUTE_MS - 1],
    [3 * MINUTE_MS, 8 * MINUTE_MS - 1],
    [8 * MINUTE_MS, 13 * MINUTE_MS - 1],
  ] as const;
  for (const [index, [from, to]] of spans.entries())
    expect([await at(from), await at(to)]).toEqual([String(index + 1), String(index + 1)]);
  // An earlier time, as in a preview, does not get a later answer.
  expect(await at(0)).toBe(String(spans.length + 1));
});

test('concurrent searches are shared, run until the last reader has left, and fail for all of them [SEARCH-030]', async () => {
  const { ask, search } = await countedSearches();
  expect(new Set(await Promise.all([search(), search(), search()]))).toEqual(new Set(['1']));

  const made = Promise.withResolvers<ThreadAnswer>();
  ask.mockImplementation(() => made.promise);
  const leavers = [new AbortController(), new AbortController()];
  const waiting = leavers.map(({ signal }) => search({ term: 'roth', signal }));
  await expect.poll(() => ask).toHaveBeenCalledTimes(2);
  const [, sent] = ask.mock.calls[1] as unknown as [SearchRequest, AbortSignal];
  leavers[0]!.abort();
  expect(sent.aborted).toBe(false);
  leavers[1]!.abort();
  await expect.poll(() => sent.aborted).toBe(true);
  made.resolve({ answer: new JsonAnswer('canceled'), basis: undefined });
  expect(await Promise.all(waiting)).toEqual(['canceled', 'canceled']);

  ask
    .mockRejectedValueOnce(new Error('no'))
    .mockResolvedValueOnce({ answer: new JsonAnswer('again'), basis: undefined });
  await expect(search({ term: 'roth' })).rejects.toThrow('no');
  expect(await search({ term: 'roth' })).toBe('again');
});
