import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  createAbbreviation,
  deleteAbbreviation,
  listAbbreviations,
  searchPortal,
  suggestSearch,
  updateAbbreviation,
} from '@portico/contracts/search';
import { suggestionsFor } from '../../search/suggestions.ts';
import { sharedPortal, testPortal } from '../../testing/testPortal.ts';

const shared = sharedPortal();

test('two letters suggest the meanings of abbreviations, and four letters also suggest titles [SEARCH-008]', async () => {
  const { as, make } = await testPortal();
  await make.news({ header: 'Rollover rules of 2026' });
  await make.resource({ header: 'Guide to rolling over' });
  await make.news({ header: 'Rollover for insurance', audience: ['InsuranceOnly'] });
  const suggest = (term: string) => as('ana').call(suggestSearch, { query: { term } });
  expect((await suggest('RM')).abbreviations).toEqual([
    { abbreviation: 'RMD', meaning: 'required minimum distribution' },
  ]);
  expect((await suggest(' rmd ')).abbreviations).toEqual([
    { abbreviation: 'RMD', meaning: 'required minimum distribution' },
  ]);
  expect((await suggest('ADV')).abbreviations).toEqual([{ abbreviation: 'ADV', meaning: 'Form ADV' }]);
  expect((await suggest('401')).abbreviations[0]).toMatchObject({ abbreviation: '401(k)' });
  expect((await suggest('rol')).titles).toEqual([]);
  await make.event({ header: 'Rollover day', startsAt: '2020-05-01T12:00:00Z', endsAt: '2020-05-01T14:00:00Z' });
  const { titles } = await suggest('roll');
  expect(
    titles.map(({ header }) => header.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')),
  ).toEqual(['[Roll]over rules of 2026', '[Roll]over day', 'Guide to [roll]ing over']);
  expect((await suggest('guide ro')).titles).toHaveLength(1);
  expect((await suggest('rules ro')).titles).toHaveLength(1);
  expect((await suggest('rules guide')).titles).toEqual([]);
  expect(await suggest('zq')).toEqual({ abbreviations: [], titles: [], categories: [], destinations: [] });
  for (const odd of ['??', '%%%%', '____', "';--", '\\\\\\\\', '\u{1f4c8}\u{1f4c8}', '(((( ', 'a.*b+c'])
    expect((await suggest(odd)).titles, odd).toEqual([]);
  expect(await as('ana').fail(suggestSearch, { query: { term: ' r ' } })).toMatchObject({ status: 400 });
  expect(await as('ana').fail(suggestSearch, { query: { term: 'r'.repeat(201) } })).toMatchObject({ status: 400 });
});

test('two or three letters suggest titles, categories and names with that word, and longer terms also those with its beginning [SEARCH-033]', async () => {
  const { as, make, db } = await testPortal();
  for (const header of [
    'Tax deadlines for 2026',
    'Year-end taxes: what to send',
    'Taxi receipts',
    'R&D credit explained',
    'New fees at the custodian',
    'IT help desk',
    'Filing a W-2',
  ])
    await make.news({ header, categories: ['News desk'] });
  await make.resource({ header: 'Estate guide', categories: ['Tax & Estate', 'Fee schedules'] });
  await make.resource({ header: 'Hidden tax guide', categories: ['Hidden tax'], audience: ['InsuranceOnly'] });
  await make.news({ header: 'Tax of tomorrow', categories: ['Later tax'], publishedAt: '2999-01-01T00:00:00Z' });
  await make.news({
    header: 'Tax of old',
    categories: ['Old tax'],
    expiresAt: '2020-01-01T00:00:00Z',
    publishedAt: '2019-01-01T00:00:00Z',
  });
  await db
    .insertInto('users')
    .values({ issuer: 'directory', subject: 'bo', given_name: 'Bo', surname: 'Lê', email: 'bo@portico.test' })
    .execute();
  const suggest = async (term: string) => {
    const found = await as('ana').call(suggestSearch, { query: { term } });
    return {
      titles: found.titles.map(({ header }) => header.map(({ text }) => text).join('')).sort(),
      categories: found.categories.map(({ name, kind }) => `${kind}: ${name}`),
      people: found.destinations.map(({ name }) => name),
    };
  };
  expect(await suggest('tax')).toEqual({
    titles: ['Tax deadlines for 2026', 'Year-end taxes: what to send'],
    categories: ['resource: Tax & Estate'],
    people: [],
  });
  expect((await suggest('TAXI')).titles).toEqual(['Taxi receipts']);
  expect(await suggest('fee')).toMatchObject({
    titles: ['New fees at the custodian'],
    categories: ['resource: Fee schedules'],
  });
  for (const term of ['R&D', 'r&d']) expect((await suggest(term)).titles, term).toEqual(['R&D credit explained']);
  expect((await suggest('IT')).titles).toEqual(['IT help desk']);
  expect((await suggest('w2')).titles).toEqual(['Filing a W-2']);
  expect((await suggest('new')).categories).toEqual(['news: News desk']);
  for (const term of ['le', 'bo', 'LÊ']) expect((await suggest(term)).people, term).toEqual(['Bo Lê']);
  for (const term of ['??', '::', '((', '--', '%_'])
    expect(await suggest(term), term).toEqual({ titles: [], categories: [], people: [] });
});

test('a term with apostrophes, dots or a separated number suggests and marks whole words, not pieces of others [SEARCH-033]', async () => {
  const { as, make } = await testPortal();
  for (const header of [
    'Don’t do this: done deals and theft',
    'Done and then some',
    'Use the U.S. form',
    'Using usual rules',
    'Filing a W-2 for the household',
    'The client’s statement',
    'Client services start',
  ])
    await make.news({ header });
  const marked = async (term: string) =>
    (await as('ana').call(suggestSearch, { query: { term } })).titles
      .map(({ header }) => header.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join(''))
      .sort();
  for (const term of ['don’t', "don't"])
    expect(await marked(term), term).toEqual(['[Don’t] do this: done deals and theft']);
  for (const term of ['U.S.', 'US', 'u.s']) expect(await marked(term), term).toEqual(['Use the [U.S.] form']);
  for (const term of ['W 2', 'W2', 'w-2', 'w/2'])
    expect(await marked(term), term).toEqual(['Filing a [W-2] for the household']);
  expect(await marked('client’s st')).toEqual(['The [client’s] [st]atement']);
});

test('the plural of a short word suggests titles with its singular, and the reverse [SEARCH-033]', async () => {
  const { as, make } = await testPortal();
  for (const header of [
    'Working with CPAs',
    'A CPA on call',
    'Fee schedule',
    'Fees of funds',
    'RMDs by age',
    'Gasoline',
  ])
    await make.news({ header });
  const marked = async (term: string) =>
    (await as('ana').call(suggestSearch, { query: { term } })).titles
      .map(({ header }) => header.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join(''))
      .sort();
  expect(await marked('CPA')).toEqual(['A [CPA] on call', 'Working with [CPAs]']);
  for (const term of ['CPAs', 'cpas'])
    expect(await marked(term), term).toEqual(['A [CPA] on call', 'Working with [CPAs]']);
  expect(await marked('fees')).toEqual(['[Fee] schedule', '[Fees] of funds']);
  expect(await marked('fee')).toEqual(['[Fee] schedule', '[Fee]s of funds']);
  expect(await marked('RMD')).toEqual(['[RMDs] by age']);
  expect(await marked('gas')).toEqual([]);
});

test('a ticker or code of two or three letters suggests the titles, also of files, that have it as a word [SEARCH-042]', async () => {
  const { as, make } = await testPortal();
  for (const header of [
    'IBM moves its pension plan',
    'Dividends of KO and PEP',
    'What BRK.B holders should know',
    'Ibmec seminar',
    'Working at (GE)',
    'Genuine parts',
  ])
    await make.news({ header });
  await make.document({
    header: 'AXP-Factsheet_2026',
    text: 'Numbers of the year.',
    fileName: 'AXP-Factsheet_2026.txt',
  });
  const marked = async (term: string) =>
    (await as('ana').call(suggestSearch, { query: { term } })).titles.map(({ header }) =>
      header.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join(''),
    );
  for (const [term, title] of [
    ['IBM', '[IBM] moves its pension plan'],
    ['ibm', '[IBM] moves its pension plan'],
    ['KO', 'Dividends of [KO] and PEP'],
    ['pep', 'Dividends of KO and [PEP]'],
    ['BRK', 'What [BRK].B holders should know'],
    ['ge', 'Working at ([GE])'],
    ['AXP', '[AXP]-Factsheet_2026'],
  ] as const)
    expect(await marked(term), term).toEqual([title]);
  expect(await as('ana').fail(searchPortal, { query: { term: 'IBM' } }), 'alone').toMatchObject({ status: 400 });
  const { news, correctedTerm } = await as('ana').call(searchPortal, { query: { term: 'ibm pension' } });
  expect([news.totalResultCount, correctedTerm]).toEqual([1, null]);
});

test('words and categories of items that the reader may not see push out none of those that they see [SEARCH-036]', async () => {
  const { as, make } = await testPortal();
  const letters = Array.from('abcdefghijklmnopqrstuvw');
  const pairs = letters.flatMap((one) => letters.map((other) => `${one}${other}`));
  const paragraph = (words: string[]) => [
    {
      id: 'a',
      type: 'BodyText' as const,
      body: {
        type: 'doc' as const,
        content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: words.join(' ') }] }],
      },
    },
  ];
  // Words that come before those of the visible item in every order: by alphabet and by length.
  const hidden = { audience: ['InsuranceOnly' as const], components: paragraph(pairs.map((pair) => `Merg${pair}`)) };
  await make.news({ ...hidden, header: 'Layoffs after the acquisition' });
  for (const pair of pairs.slice(0, 40))
    await make.news({
      ...hidden,
      header: `Merg${pair} of insurers`,
      categories: [`Merg${pair}`],
      components: [],
    });
  await make.news({
    header: 'Not announced yet',
    publishedAt: '2999-01-01T00:00:00Z',
    components: paragraph(pairs.slice(0, 60).map((pair) => `Mer${pair}`)),
  });
  await make.news({ header: 'How mergyxtrations affect you', categories: ['Mergyxtrations'] });
  const ana = as('ana');
  const { titles, categories } = await ana.call(suggestSearch, { query: { term: 'merg' } });
  expect(titles.map(({ header }) => header.map(({ text }) => text).join(''))).toEqual([
    'How mergyxtrations affect you',
  ]);
  expect(categories).toEqual([{ name: 'Mergyxtrations', kind: 'news' }]);
  for (const term of ['merg', 'mergyxtra', 'affect merg']) {
    const { news } = await ana.call(searchPortal, { query: { term } });
    const headers = news.results.map(({ header }) => header.map(({ text }) => text).join(''));
    expect(headers, term).toEqual(['How mergyxtrations affect you']);
  }
});

test('suggestions come from one statement that reads indexes [SEARCH-033]', async () => {
  const { db, make, clock } = await testPortal();
  await make.news({ header: 'Tax deadlines', categories: ['Tax'] });
  const reader = { id: '00000000-0000-4000-8000-000000000000', advisorType: null, facts: [], now: clock.now };
  for (const term of ['tax', 'deadl tax']) {
    const plan = await db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      return sql`explain ${suggestionsFor(reader, term)}`.execute(trx);
    });
    for (const index of ['search_items_by_title', 'search_items_by_title_words', 'content_categories_by_word'])
      expect(JSON.stringify(plan.rows), `${term}: ${index}`).toContain(` ${index} `);
    expect(JSON.stringify(plan.rows), term).not.toContain('Seq Scan on content');
  }
});

test('editors maintain the list of abbreviations, and changes take effect immediately [SEARCH-015]', async () => {
  const { as, make, db } = await testPortal();
  await make.news({ header: 'The annual planning day' });
  const edda = as('edda');
  const seeded = await edda.call(listAbbreviations, {});
  expect(seeded.length).toBeGreaterThanOrEqual(30);
  const added = await edda.call(createAbbreviation, {
    body: { abbreviation: ' APD ', meaning: 'annual planning day' },
  });
  expect(added).toMatchObject({ abbreviation: 'APD', meaning: 'annual planning day', version: 1 });
  const search = async () => (await as('ana').call(searchPortal, { query: { term: 'the apd' } })).news.totalResultCount;
  expect(await search()).toBe(1);
  const changed = await edda.call(updateAbbreviation, {
    params: { abbreviationId: added.id },
    body: { abbreviation: 'AP', meaning: 'annual plan', version: 1 },
  });
  expect(changed).toMatchObject({ abbreviation: 'AP', version: 2 });
  expect(await search()).toBe(0);
  await edda.call(deleteAbbreviation, { params: { abbreviationId: added.id } });
  expect(await edda.call(listAbbreviations, {})).toEqual(seeded);
  const trail = await db
    .selectFrom('audit_log')
    .select('action')
    .where('object_kind', '=', 'abbreviation')
    .orderBy('id')
    .execute();
  expect(trail.map(({ action }) => action)).toEqual([
    'abbreviation.added',
    'abbreviation.changed',
    'abbreviation.removed',
  ]);
});

test('an abbreviation cannot exist twice, and changing an outdated version is rejected', async () => {
  const { as } = shared();
  const edda = as('edda');
  const { id } = await edda.call(createAbbreviation, { body: { abbreviation: 'XYZ', meaning: 'example' } });
  for (const abbreviation of ['XYZ', 'xyz', 'X.Y.Z.', 'RMD', '401k'])
    expect(
      await edda.fail(createAbbreviation, { body: { abbreviation, meaning: 'another' } }),
      abbreviation,
    ).toMatchObject({ status: 409, code: 'conflict' });
  expect(
    await edda.fail(updateAbbreviation, {
      params: { abbreviationId: id },
      body: { abbreviation: 'RMD', meaning: 'another', version: 1 },
    }),
  ).toMatchObject({ status: 409 });
  const outcomes = await Promise.all(
    [1, 2, 3, 4].map(
      async (n) =>
        (await edda.headers()) &&
        edda.fail(updateAbbreviation, {
          params: { abbreviationId: id },
          body: { abbreviation: 'XYZ', meaning: `example ${n}`, version: 7 },
        }),
    ),
  );
  expect(outcomes.map(({ code }) => code)).toEqual(Array.from({ length: 4 }, () => 'conflict'));
  const missing = '00000000-0000-4000-8000-000000000000';
  expect(
    await edda.fail(updateAbbreviation, {
      params: { abbreviationId: missing },
      body: { abbreviation: 'QQ', meaning: 'qq', version: 1 },
    }),
  ).toMatchObject({ status: 404 });
  expect(await edda.fail(deleteAbbreviation, { params: { abbreviationId: missing } })).toMatchObject({ status: 404 });
});

test.for([
  { abbreviation: 'X', meaning: 'one' },
  { abbreviation: 'x'.repeat(61), meaning: 'one' },
  { abbreviation: 'XX', meaning: 'o' },
  { abbreviation: 'XX', meaning: 'o'.repeat(121) },
  { abbreviation: '??', meaning: 'one' },
  { abbreviation: 'XX', meaning: '!!' },
])('an abbreviation beyond its limits is rejected: %j', async (body) => {
  const { as } = shared();
  expect(await as('edda').fail(createAbbreviation, { body })).toMatchObject({ status: 400, code: 'invalid_input' });
});

test('only editors can see and change the list of abbreviations', async () => {
  const { as } = shared();
  expect(await as('ana').fail(listAbbreviations, {})).toMatchObject({ status: 403 });
  expect(await as('ana').fail(createAbbreviation, { body: { abbreviation: 'XX', meaning: 'xx' } })).toMatchObject({
    status: 403,
  });
});
