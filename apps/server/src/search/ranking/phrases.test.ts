import { sql } from 'kysely';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchGroups } from '@portico/contracts/search';
import type { Reader } from '../../visibility/visibility.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { findPhrases } from './phrases.ts';
import { rankItems, type SearchLimits } from './rankItems.ts';
import { analyzeQuery } from '../analysis/analyzeQuery.ts';
import { maintainSearchIndex } from '../index/maintainSearchIndex.ts';
import { readRowOrThrow } from '../../db/rows.ts';
import { z } from 'zod/mini';

/** Words that are their own stems, and a stop word, for which search knows only the position. */
const VOCABULARY = ['custodian', 'ledger', 'bond', 'the'];
const ITEMS = 60;

const words = (min: number, max: number) =>
  fc.array(fc.constantFrom(...VOCABULARY), { minLength: min, maxLength: max });
const isSearchable = (word: string) => word !== 'the';

/** Whether a text has the words of a phrase in order; a stop word matches any word. */
const hasPhrase = (text: string[], phrase: string[]) => {
  const searched = phrase.map((word, position) => ({ word, position })).filter(({ word }) => isSearchable(word));
  return (
    searched.length > 0 &&
    text.some((_, start) =>
      searched.every(({ word, position }) => text[start - searched[0]!.position + position] === word),
    )
  );
};

test('phrases, meanings of abbreviations and totals are exact, whatever the limits of one search [SEARCH-013, A2]', async () => {
  const { make, db, clock } = await testPortal();
  const texts = fc.sample(words(1, 9), { numRuns: ITEMS, seed: 7 });
  const items: Array<{ text: string[]; kind: 'news' | 'resource'; isOpen: boolean }> = [];
  for (const [index, text] of texts.entries()) {
    const item = {
      text: ['x', ...text],
      kind: index % 3 ? ('news' as const) : ('resource' as const),
      isOpen: index % 4 !== 1,
    };
    await make[item.kind]({
      header: 'x',
      description: text.join(' '),
      audience: item.isOpen ? [] : ['Nla'],
      authorDepartment: null,
      department: null,
      owner: null,
      components: [],
      ...(index % 5 === 2 ? { expiresAt: new Date(clock.now.getTime() + 60_000).toISOString() } : {}),
    });
    items.push(item);
    // Measured, then merged into a segment with doc maps; later items are in separate segments.
    if (index === 29 || index === 54) await maintainSearchIndex(db, clock.now, { minMappedDocs: 5 });
  }
  await make.news({ header: 'Full', description: 'The required minimum distribution.' });
  await make.news({ header: 'Apart', description: 'A minimum distribution is required.' });
  const maps = await readRowOrThrow(
    db,
    z.object({ some: z.int(), all: z.int() }),
    sql`
    select count(doc_map)::int as some, count(*)::int as "all" from search_postings`,
  );
  expect(maps.some).toBeGreaterThan(0);
  expect(maps.some).toBeLessThan(maps.all);
  clock.now = new Date(clock.now.getTime() + 60_000);
  const reader: Reader = {
    id: '00000000-0000-4000-8000-000000000000',
    advisorType: 'AdvisorHybrid',
    facts: [],
    now: clock.now,
  };
  const seen = items.filter(({ isOpen }, index) => isOpen && index % 5 !== 2);

  const totalsOf = async (term: string, limits: SearchLimits) => {
    const { totals, items: found } = await rankItems(
      db,
      reader,
      await analyzeQuery(db, reader, term, true),
      { groups: searchGroups, offset: 0, pageSize: 50, sort: 'Relevance', filters: {} },
      limits,
    );
    for (const [group, total] of Object.entries(totals))
      expect(found.filter((item) => item.group === group).length).toBeLessThanOrEqual(total);
    return [totals.news ?? 0, totals.resourcePages ?? 0];
  };
  const count = (isFound: (text: string[]) => boolean) =>
    (['news', 'resource'] as const).map(
      (kind) => seen.filter((item) => item.kind === kind && isFound(item.text)).length,
    );
  const limitSets: SearchLimits[] = [
    {},
    { maxPostings: 0, maxCheckedDocs: 0 },
    { maxPostings: 40, maxCheckedDocs: 5 },
    { maxPostings: 1, maxCheckedDocs: 1 },
  ];

  await fc.assert(
    fc.asyncProperty(words(2, 4), words(0, 3), fc.constantFrom(...limitSets), async (phrase, others, limits) => {
      fc.pre(phrase.filter(isSearchable).length > 0);
      expect(await totalsOf(`"${phrase.join(' ')}" ${others.join(' ')}`, limits)).toEqual(
        count((text) => hasPhrase(text, phrase)),
      );
      const searched = new Set([...phrase, ...others].filter(isSearchable));
      expect(await totalsOf([...phrase, ...others].join(' '), limits)).toEqual(
        count((text) => text.some((word) => searched.has(word))),
      );
    }),
    { numRuns: 60 },
  );
  for (const limits of limitSets) {
    expect(await totalsOf('RMD', limits)).toEqual([1, 0]);
    expect((await totalsOf('RMD ledger custodian', limits))[0]).toBe(
      1 + count((text) => text.includes('ledger') || text.includes('custodian'))[0]!,
    );
    expect(await totalsOf('"custodian bond" "ledger custodian"', limits)).toEqual(
      count((text) => hasPhrase(text, ['custodian', 'bond']) && hasPhrase(text, ['ledger', 'custodian'])),
    );
  }
});

test('checking a phrase in the items and checking it in the index yield the same result', async () => {
  const { make, db, clock } = await testPortal();
  for (let index = 0; index < 6; index += 1)
    await make.news({ header: 'Note', description: index % 2 ? 'Custodian and ledger.' : 'Ledger and custodian.' });
  const reader: Reader = { id: '00000000-0000-4000-8000-000000000000', advisorType: null, facts: [], now: clock.now };
  for (const maxCheckedDocs of [5, 6])
    expect(
      (
        await findPhrases(
          db,
          reader,
          ['news'],
          ['ledger and custodian', 'custodian ledger', 'the and', 'note'],
          maxCheckedDocs,
        )
      ).map(({ size }) => size),
    ).toEqual([3, 0, 0, 6]);
});
