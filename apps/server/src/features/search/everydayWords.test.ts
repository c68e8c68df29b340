import { describe, expect, test } from 'vitest';
import { createAbbreviation, listAbbreviations } from '@portico/contracts/search';
import { testPortal } from '../../testing/testPortal.ts';
import { portalWithGuides } from './testing/portalWithGuides.ts';
import { bodyOf, asking, plain } from './testing/searches.ts';

describe('everyday words', () => {
  test('find what the firm calls differently, in any order and form [SEARCH-040]', async () => {
    const ask = asking(await portalWithGuides());
    for (const term of ['can I have a side job', 'are side jobs allowed', 'job on the side', 'is moonlighting okay']) {
      const { resourcePages, expansions, correctedTerm, hasAllWords } = await ask(term);
      expect(plain(resourcePages.results[0]!.header), term).toBe('Outside activities and private investments');
      expect(expansions.map(({ meaning }) => meaning)).toContain('outside business activities');
      expect([correctedTerm, hasAllWords]).toEqual([null, true]);
    }
    const firms = await ask('outside business activities');
    expect(firms.expansions, 'the firm’s words do not find everyday ones').toEqual([]);
  });

  test.each([
    ['who approves my side job', 'Outside activities and private investments'],
    ['a client gave me tickets', 'Gifts and entertainment'],
    ['I would like to sell my book', 'Succession of a practice'],
    ['who do I tell on a snow day', 'When the office closes'],
  ])('are understood: “%s” finds “%s” first [SEARCH-040]', async (term, title) => {
    const portal = await portalWithGuides();
    for (const [header, text] of [
      ['Gifts and entertainment', 'Log what clients give you, and what you give them.'],
      ['Succession of a practice', 'Choose who follows you, and agree on a price.'],
      ['When the office closes', 'Work from home until the doors are open again.'],
      ['Map of the building', 'Who has a key, and who to tell when a client comes. The day begins at eight.'],
    ] as const)
      await portal.make.resource({ header, components: bodyOf(text) });
    const { resourcePages, groupOrder } = await asking(portal)(term);
    expect(groupOrder[0]).toBe('resourcePages');
    expect(plain(resourcePages.results[0]!.header)).toBe(title);
  });

  test('that editors add are understood from the next search on [SEARCH-015, SEARCH-040]', async () => {
    const portal = await portalWithGuides();
    const ask = asking(portal);
    expect((await ask('old pot of money')).resourcePages.results).toEqual([]);
    await portal.as('edda').call(createAbbreviation, {
      body: { abbreviation: 'old pot', meaning: 'employer plan' },
    });
    const { resourcePages } = await ask('old pot of money');
    expect(plain(resourcePages.results[0]!.header)).toBe('Rollovers from an employer plan');
  });

  test('of the trade, more than 1,500, are in a new portal, where editors see them [SEARCH-040, SEARCH-053]', async () => {
    const portal = await testPortal();
    const listed = await portal.as('edda').call(listAbbreviations, {});
    const everyday = listed.map(({ abbreviation }) => abbreviation).filter((words) => !/[A-Z\d]/.test(words));
    expect(everyday.length).toBeGreaterThanOrEqual(1500);
    for (const one of ['side job', 'snow day', 'executor', 'sick day', 'help desk', 'book of clients', 'per stirpes'])
      expect(everyday, one).toContain(one);
    for (const one of ['intern', 'accountant'])
      expect(everyday, `${one} has the stem of another word`).not.toContain(one);
  });

  test('apply only where they are near each other [SEARCH-048]', async () => {
    const ask = asking(await portalWithGuides());
    for (const term of ['side job', 'a job I do on the side'])
      expect(
        (await ask(term)).expansions.map(({ meaning }) => meaning),
        term,
      ).toContain('outside business activities');
    for (const term of [
      'which side of the office has a desk for that job',
      'job of the person who sits on the other side',
    ])
      expect((await ask(term)).expansions, term).toEqual([]);
  });

  test('count, with what the firm says instead, less in a title than words as typed [SEARCH-049]', async () => {
    const portal = await testPortal();
    await portal.make.resource({ header: 'Holidays closings', components: bodyOf('The list is here.') });
    await portal.make.news({
      header: 'Lights for the branch, the rooms upstairs and the entrance at christmas',
      components: bodyOf('They shine.'),
    });
    const { groupOrder } = await asking(portal)('christmas lights');
    expect(groupOrder).toEqual(['news', 'resourcePages']);
  });

  test('that are among more specific ones of a term don’t apply [SEARCH-052]', async () => {
    const portal = await testPortal();
    for (const [abbreviation, meaning] of [
      ['fish', 'aquarium'],
      ['fish in lunch', 'cafeteria menu'],
    ] as const)
      await portal.as('edda').call(createAbbreviation, { body: { abbreviation, meaning } });
    const ask = asking(portal);
    const meanings = async (term: string) => (await ask(term)).expansions.map(({ meaning }) => meaning);
    expect(await meanings('is there fish in my lunch')).toEqual(['cafeteria menu']);
    expect(await meanings('feed the fish')).toEqual(['aquarium']);
  });
});
