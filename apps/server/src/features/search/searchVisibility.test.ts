import { expect, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { searchPortal, suggestSearch, type SearchAnswer } from '@portico/contracts/search';
import { publish } from '../../content/publication.ts';
import { testPortal, type TestPortal } from '../../testing/testPortal.ts';

const ask = ({ as }: TestPortal, name: string, term: string): Promise<SearchAnswer> =>
  as(name).call(searchPortal, { query: { term } });
const totals = (answer: SearchAnswer) =>
  [answer.news, answer.resourcePages, answer.upcomingEvents, answer.pastEvents, answer.documents].map(
    (group) => group.totalResultCount,
  );

test('hidden items are not found, counted, suggested or revealed by a correction, and do not affect the order [A2, A4]', async () => {
  const portal = await testPortal();
  const { make, clock, as } = portal;
  const at = (hours: number) => new Date(clock.now.getTime() + hours * HOUR_MS).toISOString();
  const shown = [
    await make.news({ header: 'Custodian ledger', description: 'Alpha alpha beta.' }),
    await make.news({ header: 'Custodian notes', description: 'Beta beta alpha.' }),
  ];
  const answersFor = async (name: string) => ({
    found: (await ask(portal, name, 'custodian alpha beta')).news,
    near: await ask(portal, name, 'ledgerx custodian'),
    unknown: await ask(portal, name, 'zebrafishes'),
    mistyped: await ask(portal, name, 'zebrafihses'),
    suggested: await as(name).call(suggestSearch, { query: { term: 'zebraf' } }),
  });
  const before = await answersFor('ana');
  const hidden = { header: 'Zebrafishes and the custodian', description: 'Alpha alpha alpha zebrafishes ledgerx.' };
  for (let i = 0; i < 6; i += 1) await make.news({ ...hidden, audience: ['InsuranceOnly', 'Nla'] });
  await make.news({ ...hidden, isDraft: true });
  await make.news({ ...hidden, publishedAt: at(1) });
  await make.event({ ...hidden, publishedAt: at(-3), expiresAt: at(-1) });
  await make.page({ ...hidden, publishedAt: at(1) });
  expect(await answersFor('ana')).toEqual(before);
  expect(before.found.results.map(({ id }) => id).sort()).toEqual(shown.toSorted());
  expect(before.near.correctedTerm).toBe('ledger custodian');
  expect(before.mistyped).toMatchObject({ correctedTerm: null, suggestions: [] });
  expect(before.suggested.titles).toEqual([]);
  expect(await ask(portal, 'nils', 'zebrafihses')).toMatchObject({
    correctedTerm: 'zebrafishes',
    news: { totalResultCount: 6 },
  });
  expect((await as('nils').call(suggestSearch, { query: { term: 'zebraf' } })).titles).toHaveLength(5);
  expect(totals(await ask(portal, 'stranger', 'zebrafishes'))).toEqual([0, 0, 0, 0, 0]);
});

test('a correction reveals no form of a word that occurs only in hidden items [A2]', async () => {
  const portal = await testPortal();
  await portal.make.news({ header: 'Consolidated statements' });
  await portal.make.news({ header: 'Consolidating', audience: ['Nla'] });
  const answer = await ask(portal, 'ana', 'consolidatnig');
  expect(JSON.stringify(answer).toLowerCase()).not.toContain('consolidating');
});

test('publishing, a new audience, new text and withdrawing take effect immediately [A8]', async () => {
  const portal = await testPortal();
  const { db, clock, make } = portal;
  const id = await make.news({ header: 'Marsupial' });
  const total = async (name: string, term: string) => (await ask(portal, name, term)).news.totalResultCount;
  expect(await total('ana', 'marsupial')).toBe(1);
  const draft = await make.redraft(id, { header: 'Wallaby', description: '', audience: ['Nla'] });
  expect([await total('ana', 'marsupial'), await total('nils', 'wallaby')]).toEqual([1, 0]);
  await publish(db, draft, { now: clock.now });
  expect([await total('ana', 'marsupial'), await total('ana', 'wallaby'), await total('nils', 'wallaby')]).toEqual([
    0, 0, 1,
  ]);
  await make.withdraw(id);
  expect(await total('nils', 'wallaby')).toBe(0);
});

test('an item is found from the instant it is published until the instant it expires', async () => {
  const portal = await testPortal({ now: new Date('2026-03-10T12:00:00Z') });
  await portal.make.news({
    header: 'Marsupial',
    publishedAt: '2026-03-10T13:00:00Z',
    expiresAt: '2026-03-10T14:00:00Z',
  });
  const totalAt = async (instant: string) => {
    portal.clock.now = new Date(instant);
    const [news, ...suggested] = [
      (await ask(portal, 'ana', 'marsupial')).news.totalResultCount,
      (await portal.as('ana').call(suggestSearch, { query: { term: 'marsup' } })).titles.length,
    ];
    expect(suggested).toEqual([news]);
    return news;
  };
  expect(await totalAt('2026-03-10T12:59:59.999Z')).toBe(0);
  expect(await totalAt('2026-03-10T13:00:00.000Z')).toBe(1);
  expect(await totalAt('2026-03-10T13:59:59.999Z')).toBe(1);
  expect(await totalAt('2026-03-10T14:00:00Z')).toBe(0);
});

test('an event moves from upcoming to past the instant it ends', async () => {
  const portal = await testPortal({ now: new Date('2026-03-10T12:00:00Z') });
  await portal.make.event({ header: 'Marsupial', startsAt: '2026-03-10T13:00:00Z', endsAt: '2026-03-10T14:00:00Z' });
  const groupsAt = async (instant: string) => {
    portal.clock.now = new Date(instant);
    const { upcomingEvents, pastEvents } = await ask(portal, 'ana', 'marsupial');
    return [upcomingEvents.totalResultCount, pastEvents.totalResultCount];
  };
  expect(await groupsAt('2026-03-10T13:59:59.999Z')).toEqual([1, 0]);
  expect(await groupsAt('2026-03-10T14:00:00Z')).toEqual([0, 1]);
});
