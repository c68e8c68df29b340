import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import { searchGroups, type MarkedText } from '@portico/contracts/search';
import { testPortal } from '../../testing/testPortal.ts';
import { plain, bodyOf, asking, titles } from './testing/searches.ts';

const matches = (text: MarkedText): string[] => text.filter(({ isMatch }) => isMatch).map((piece) => piece.text);

test('results are in five groups with exact totals, in every scope [SEARCH-001, SEARCH-004, SEARCH-006, SEARCH-009]', async () => {
  const portal = await testPortal();
  const hour = (hours: number) => new Date(portal.clock.now.getTime() + hours * HOUR_MS).toISOString();
  for (let i = 1; i <= 7; i += 1) await portal.make.news({ header: `Rollover news ${i}` });
  await portal.make.resource({ header: 'Rollover guide' });
  await portal.make.page({ header: 'Rollover page' });
  await portal.make.event({ header: 'Rollover evening' });
  await portal.make.event({ header: 'Rollover breakfast', startsAt: hour(-5), endsAt: hour(-4) });
  await portal.make.event({ header: 'Rollover lunch', startsAt: hour(-1), endsAt: hour(1) });
  await portal.make.home({ header: 'Rollover home' });
  const ask = asking(portal);
  const answer = await ask('rollover');
  expect(Object.fromEntries(searchGroups.map((group) => [group, answer[group].totalResultCount]))).toEqual({
    news: 7,
    resourcePages: 2,
    upcomingEvents: 2,
    pastEvents: 1,
    documents: 0,
  });
  expect(answer.news.results).toHaveLength(5);
  expect(
    answer.resourcePages.results.map(({ kind, path }) => ({ kind, path })).sort((a, b) => (a.kind < b.kind ? -1 : 1)),
  ).toEqual([
    { kind: 'page', path: '/support' },
    {
      kind: 'resource',
      path: `/resources/${answer.resourcePages.results.find(({ kind }) => kind === 'resource')!.id}`,
    },
  ]);
  const events = await ask('rollover', { scope: 'Events' });
  expect([
    events.news.totalResultCount,
    events.upcomingEvents.totalResultCount,
    events.pastEvents.totalResultCount,
  ]).toEqual([0, 2, 1]);
});

test('when sorted by date, upcoming events come soonest first and everything else newest first [SEARCH-029]', async () => {
  const portal = await testPortal();
  const day = (days: number) => new Date(portal.clock.now.getTime() + days * DAY_MS).toISOString();
  await portal.make.news({ header: 'Rollover', publishedAt: day(-9) });
  await portal.make.news({ header: 'Rollover news of the week', publishedAt: day(-2) });
  await portal.make.news({ header: 'Another rollover', publishedAt: day(-5) });
  for (const days of [30, 3, 12])
    await portal.make.event({ header: `Rollover in ${days} days`, startsAt: day(days), endsAt: day(days + 1) });
  const ask = asking(portal);
  expect(titles(await ask('rollover'))[0]).toBe('Rollover');
  const dated = await ask('rollover', { sort: 'Date' });
  expect(titles(dated)).toEqual([
    'Rollover news of the week',
    'Another rollover',
    'Rollover',
    'Rollover in 3 days',
    'Rollover in 12 days',
    'Rollover in 30 days',
  ]);
  const second = await ask('rollover', { sort: 'Date', group: 'news', offset: '1', pageSize: '1' });
  expect([titles(second), second.news.totalResultCount]).toEqual([['Another rollover'], 3]);
});

test('the pages of one group have no gaps or duplicates [SEARCH-002]', async () => {
  const portal = await testPortal();
  for (let i = 1; i <= 23; i += 1) await portal.make.news({ header: `Rollover ${i}` });
  const ask = asking(portal);
  const seen = new Set((await ask('rollover')).news.results.map(({ id }) => id));
  for (const offset of [5, 10, 15, 20]) {
    const { news, resourcePages } = await ask('rollover', { group: 'news', offset: String(offset) });
    expect([news.totalResultCount, resourcePages.totalResultCount]).toEqual([23, 0]);
    for (const { id } of news.results) seen.add(id);
  }
  expect(seen.size).toBe(23);
  expect((await ask('rollover', { group: 'news', offset: '23' })).news).toEqual({ results: [], totalResultCount: 23 });
});

test('a match in the title counts more than one in the text, two words more than one, and adjacent words more than separate ones', async () => {
  const portal = await testPortal();
  const filler = 'Clients ask about many things and the desk answers them all in good time.';
  await portal.make.news({ header: 'First', components: bodyOf(`${filler} The custodian sent a notice.`) });
  await portal.make.news({ header: 'Custodian', components: bodyOf(filler) });
  await portal.make.news({ header: 'Apart', components: bodyOf(`Harvesting of grain. ${filler} No loss at all.`) });
  await portal.make.news({ header: 'Together', components: bodyOf(`${filler} Of grain and all. Loss harvesting.`) });
  const ask = asking(portal);
  expect(titles(await ask('custodian'))).toEqual(['Custodian', 'First']);
  expect(titles(await ask('loss harvesting'))).toEqual(['Together', 'Apart']);
  expect(titles(await ask('"loss harvesting"'))).toEqual(['Together']);
  expect(titles(await ask('grain custodian'))[0]).toBe('Custodian');
});

test('among equal matches newer items come first, and a better match beats a newer one', async () => {
  const portal = await testPortal({ now: new Date('2026-06-01T00:00:00Z') });
  await portal.make.news({ header: 'Annuity', publishedAt: '2024-01-01T00:00:00Z' });
  await portal.make.news({ header: 'Annuity', publishedAt: '2026-05-01T00:00:00Z' });
  await portal.make.news({ header: 'Others', description: 'An annuity.', publishedAt: '2026-05-31T00:00:00Z' });
  expect((await asking(portal)('annuity')).news.results.map(({ publishedAt }) => publishedAt.slice(0, 7))).toEqual([
    '2026-05',
    '2024-01',
    '2026-05',
  ]);
});

test('words are found in other forms and while being typed, and names such as 401(k) in every spelling', async () => {
  const portal = await testPortal();
  await portal.make.resource({
    header: 'Distributions',
    description: 'Rules of the 401(k), form 1099-R and the S&P 500.',
  });
  await portal.make.resource({ header: 'Beneficiary designations' });
  const ask = asking(portal);
  for (const term of [
    'distribution',
    'DISTRIBUTING',
    'distrib',
    '401k',
    '401(k)',
    '401-k',
    '401 k',
    '1099R',
    '1099-r',
    's&p 500',
    'S & P',
  ])
    expect(titles(await ask(term)), term).toEqual(['Distributions']);
  expect(titles(await ask('benefici'))).toEqual(['Beneficiary designations']);
});

test('an unknown word is corrected and the response reports it, except in an exact search', async () => {
  const portal = await testPortal();
  await portal.make.news({ header: 'Retirement accounts' });
  await portal.make.news({ header: 'Account statements' });
  const ask = asking(portal);
  const corrected = await ask('Retiremnet accounts!');
  expect(corrected.correctedTerm).toBe('retirement accounts!');
  expect(titles(corrected)).toEqual(['Retirement accounts', 'Account statements']);
  for (const typo of ['reitrement', 'retirementt', 'retiremant', 'etirement'])
    expect((await ask(typo)).correctedTerm, typo).toBe('retirement');
  const exact = await ask('reitrement', { exact: 'true' });
  expect(exact).toMatchObject({ correctedTerm: null, news: { totalResultCount: 0 }, suggestions: ['retirement'] });
  expect((await ask('retirement')).correctedTerm).toBeNull();
  expect(await ask('zzzzqqqq')).toMatchObject({ correctedTerm: null, suggestions: [] });
});

test('a correction prefers the word that completes an omitted letter, unless another is far more frequent [SEARCH-012]', async () => {
  const portal = await testPortal();
  const ask = asking(portal);
  await portal.make.news({ header: 'A pension' });
  for (let count = 0; count < 4; count += 1) await portal.make.news({ header: 'A person' });
  expect((await ask('penson')).correctedTerm).toBe('pension');
  for (let count = 0; count < 20; count += 1) await portal.make.news({ header: 'A person' });
  expect((await ask('penson')).correctedTerm).toBe('person');
  for (let count = 0; count < 30; count += 1) await portal.make.news({ header: 'Pensions' });
  expect((await ask('penson')).correctedTerm).toBe('pension');
});

test('a phrase without results is searched without its quotation marks, and the response reports it', async () => {
  const portal = await testPortal();
  await portal.make.news({ header: 'Accounts of retirement' });
  const ask = asking(portal);
  expect(await ask('"retirement accounts"')).toMatchObject({
    correctedTerm: 'retirement accounts',
    news: { totalResultCount: 1 },
  });
  expect(await ask('"retirement accounts"', { exact: 'true' })).toMatchObject({
    correctedTerm: null,
    news: { totalResultCount: 0 },
    suggestions: ['retirement accounts'],
  });
});

test('an abbreviation finds its meaning, and the meaning finds its abbreviation', async () => {
  const portal = await testPortal();
  await portal.make.news({ header: 'Full', description: 'When the required minimum distribution is due.' });
  await portal.make.news({ header: 'Short', description: 'The RMD is due.' });
  await portal.make.news({ header: 'Neither', description: 'A minimum is required.' });
  const ask = asking(portal);
  const short = await ask('RMDs due');
  expect(short.expansions).toEqual([{ abbreviation: 'RMD', meaning: 'required minimum distribution' }]);
  expect(short.correctedTerm).toBeNull();
  expect(titles(short)).toEqual(['Short', 'Full']);
  expect(titles(await ask('RMDs rules'))).toEqual(['Short', 'Full']);
  expect(titles(await ask('required minimum distributions'))).toEqual(['Full', 'Neither', 'Short']);
});

test('matching words are highlighted in the title and in the best part of the text', async () => {
  const portal = await testPortal();
  const filler = 'Nothing of interest is said in this sentence about other things. '.repeat(20);
  await portal.make.news({
    header: 'Planning for 401(k) plans',
    description: 'The summary says little.',
    components: bodyOf(`${filler}A rollover of the 401(k) is planned with the custodian. ${filler}`),
  });
  const { news } = await asking(portal)('401k plan rollover');
  const [result] = news.results;
  expect(matches(result!.header)).toEqual(['Planning', '401(k)', 'plans']);
  expect(plain(result!.header)).toBe('Planning for 401(k) plans');
  expect(matches(result!.snippet)).toEqual(['rollover', '401(k)', 'planned']);
  expect(plain(result!.snippet)).toMatch(/^… [a-z]+ .* …$/);
  expect(plain(result!.snippet).length).toBeLessThan(230);
});

test('texts are shown verbatim, and nothing is parsed as HTML [X6]', async () => {
  const portal = await testPortal();
  const hostile = '<img src=x onerror=alert(1)> custodian <b>custodian</b> &amp; \u202e\u{1f4a5}';
  await portal.make.news({ header: hostile, description: hostile });
  const { news } = await asking(portal)('custodian');
  expect(plain(news.results[0]!.header)).toBe(hostile);
  expect(matches(news.results[0]!.header)).toEqual(['custodian', 'custodian']);
});

test('filters by date, category and department apply to results and totals [SEARCH-003]', async () => {
  const portal = await testPortal({ now: new Date('2026-03-10T00:00:00Z') });
  await portal.make.news({ header: 'Custodian one', categories: ['Tax'], publishedAt: '2026-03-01T00:00:00Z' });
  await portal.make.news({
    header: 'Custodian two',
    categories: ['Tax', 'Audit'],
    publishedAt: '2026-03-02T00:00:00Z',
  });
  await portal.make.resource({
    header: 'Custodian three',
    department: 'Planning',
    publishedAt: '2026-03-01T00:00:00Z',
  });
  await portal.make.event({
    header: 'Custodian four',
    startsAt: '2026-04-01T00:00:00Z',
    endsAt: '2026-04-01T02:00:00Z',
    publishedAt: '2026-03-01T00:00:00Z',
  });
  const ask = asking(portal);
  expect(titles(await ask('custodian', { category: 'Audit' }))).toEqual(['Custodian two']);
  expect(titles(await ask('custodian', { category: ['Audit', 'Tax'] })).sort()).toEqual([
    'Custodian one',
    'Custodian two',
  ]);
  expect(titles(await ask('custodian', { department: 'Planning' }))).toEqual(['Custodian three']);
  expect(titles(await ask('custodian', { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' })).sort()).toEqual([
    'Custodian one',
    'Custodian three',
  ]);
  expect(titles(await ask('custodian', { from: '2026-04-01T00:00:00Z' }))).toEqual(['Custodian four']);
  expect((await ask('custodian', { category: 'Tax' })).news.totalResultCount).toBe(2);
});
