import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { createAbbreviation, listAbbreviations } from '@portico/contracts/search';
import { testPortal } from '../../testing/testPortal.ts';
import { bodyOf, asking, plain } from './testing/searches.ts';

const inHours = (hours: number, now: Date) => new Date(now.getTime() + hours * HOUR_MS).toISOString();

/** A portal with guides, news and events about the same things. */
async function portalWithGuides() {
  const portal = await testPortal();
  const { make, clock } = portal;
  await make.resource({
    header: 'Rollovers from an employer plan',
    components: bodyOf('How to roll over a plan: compare, write it down, then request the rollover. '.repeat(3)),
  });
  await make.resource({
    header: 'Outside activities and private investments',
    components: bodyOf('Ask before you start any activity outside the firm.'),
  });
  await make.resource({
    header: 'Roles in the office',
    components: bodyOf('What each job has to do, and who sits on which side of the office.'),
  });
  await make.news({ header: 'Rollover volumes rose', components: bodyOf('A rollover record. '.repeat(8)) });
  for (const [header, startsIn] of [
    ['Rollover day', -900],
    ['Rollover workshop', -400],
    ['Rollover forum', 400],
  ] as const)
    await make.event({
      header,
      startsAt: inHours(startsIn, clock.now),
      endsAt: inHours(startsIn + 2, clock.now),
      components: bodyOf('We talk about a rollover and how to do a rollover from a plan.'),
    });
  return portal;
}

describe('a plain question', () => {
  test('puts the guide before news and events, and past events last [SEARCH-039]', async () => {
    const ask = asking(await portalWithGuides());
    for (const term of ['how do I roll over an employer plan', 'how to request a rollover', 'rollover plan']) {
      const { groupOrder } = await ask(term);
      expect(groupOrder[0], term).toBe('resourcePages');
      expect(groupOrder.at(-1), term).toBe('pastEvents');
    }
  });

  test('puts past or upcoming events first when it asks for them [SEARCH-039]', async () => {
    const portal = await portalWithGuides();
    const ask = asking(portal);
    const lastYear = portal.clock.now.getUTCFullYear() - 1;
    expect((await ask('rollover day')).groupOrder[0], 'its whole title').toBe('pastEvents');
    for (const term of ['recording of the last rollover workshop', `rollover workshop ${lastYear}`])
      expect((await ask(term)).groupOrder[0], term).toBe('pastEvents');
    for (const term of ['when is the rollover forum', 'attend the rollover forum'])
      expect((await ask(term)).groupOrder[0], term).toBe('upcomingEvents');
  });

  test('with words for the past, but none for events, puts past events last [SEARCH-039]', async () => {
    const portal = await portalWithGuides();
    const ask = asking(portal);
    const lastYear = portal.clock.now.getUTCFullYear() - 1;
    for (const term of [
      'missed rollover deadline',
      'rollover from a previous employer plan',
      'assets held in a plan before a rollover',
      'where do I see the rollover of last month',
      `rollover plan limits ${lastYear}`,
    ])
      expect((await ask(term)).groupOrder.at(-1), term).toBe('pastEvents');
    for (const term of ['previous rollover workshops', 'rollover webinar last month', 'rollover events we held'])
      expect((await ask(term)).groupOrder[0], term).toBe('pastEvents');
  });

  test('with everyday words finds what the firm calls differently, in any order and form [SEARCH-040]', async () => {
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

  test('understands everyday words that editors add, from the next search on [SEARCH-015, SEARCH-040]', async () => {
    const portal = await portalWithGuides();
    const ask = asking(portal);
    expect((await ask('old pot of money')).resourcePages.results).toEqual([]);
    await portal.as('edda').call(createAbbreviation, {
      body: { abbreviation: 'old pot', meaning: 'employer plan' },
    });
    const { resourcePages } = await ask('old pot of money');
    expect(plain(resourcePages.results[0]!.header)).toBe('Rollovers from an employer plan');
  });

  test('is understood by more than 1,300 abbreviations and everyday words of the trade in a new portal, which editors see [SEARCH-040, SEARCH-053]', async () => {
    const portal = await testPortal();
    const abbreviations = await portal.as('edda').call(listAbbreviations, {});
    const known = new Set(abbreviations.map(({ abbreviation }) => abbreviation));
    expect(known.size).toBeGreaterThanOrEqual(1300);
    for (const one of ['side job', 'snow day', 'RMD', 'executor', 'sick day', 'airfare', 'help desk', 'book of clients']) expect(known, one).toContain(one);
  });

  test('with all words of a title finds that item before those that repeat some of them [SEARCH-044]', async () => {
    const portal = await testPortal();
    const { make } = portal;
    await make.resource({
      header: 'Appointing an heir',
      components: bodyOf('Which papers are needed, and who signs.'),
    });
    for (const heading of ['Heirs and spouses', 'Papers of an heir in other states', 'Heir or no heir'])
      await make.resource({
        header: heading,
        components: bodyOf(
          'An heir has papers. Papers for the heir; which papers does an heir need to appoint? '.repeat(4),
        ),
      });
    const { resourcePages } = await asking(portal)('which papers do I need when a client wants to appoint an heir');
    expect(plain(resourcePages.results[0]!.header)).toBe('Appointing an heir');
  });

  test('that is long finds what has its rare words before what has more of its common ones [SEARCH-043]', async () => {
    const portal = await testPortal();
    await portal.make.resource({
      header: 'Margin calls',
      components: bodyOf('When a margin call comes, the client has two days.'),
    });
    for (let count = 0; count < 12; count += 1)
      await portal.make.resource({
        header: `Meeting notes ${count}`,
        components: bodyOf('The client of an account asks what to do when money is needed on the same day.'),
      });
    const { resourcePages } = await asking(portal)(
      'what do I tell a client who asks what to do with the account because of a margin call',
    );
    expect(plain(resourcePages.results[0]!.header)).toBe('Margin calls');
  });

  test('puts the guide before a document that repeats its words [SEARCH-045]', async () => {
    const portal = await testPortal();
    await portal.make.resource({
      header: 'Moving money',
      components: bodyOf('Call back before a wire leaves. A wire needs two people.'),
    });
    await portal.make.document({
      header: 'Handbook',
      text: 'A wire, a wire and a wire. Call back before a wire leaves.',
    });
    const { groupOrder } = await asking(portal)('who calls back before a wire leaves');
    expect(groupOrder).toEqual(['resourcePages', 'documents']);
  });

  test('puts what has some of its words in the title before what repeats them [SEARCH-046]', async () => {
    const portal = await testPortal();
    const rest = ` Clients add a name on the form.${' Other lines follow here.'.repeat(6)}`;
    await portal.make.resource({ header: 'Trusted persons in the office', components: bodyOf(rest) });
    await portal.make.resource({
      header: 'Opening an account at the bank',
      components: bodyOf(`${'Trusted persons. '.repeat(5)}${rest}`),
    });
    const { resourcePages } = await asking(portal)('how do clients add trusted persons on the form');
    expect(plain(resourcePages.results[0]!.header)).toBe('Trusted persons in the office');
  });

  test('that is an abbreviation finds the title that spells it out before a list of abbreviations [SEARCH-047]', async () => {
    const portal = await testPortal();
    await portal.make.resource({
      header: 'Letters and their meaning',
      components: bodyOf('WSP: written supervisory procedures'),
    });
    await portal.make.resource({
      header: 'Written supervisory procedures of the firm',
      components: bodyOf('Who reviews what, and how often. '.repeat(20)),
    });
    const { resourcePages } = await asking(portal)('WSP');
    expect(plain(resourcePages.results[0]!.header)).toBe('Written supervisory procedures of the firm');
  });

  test('has everyday words only where they are near each other [SEARCH-048]', async () => {
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

  test('counts what the firm says instead in a title less than its own words [SEARCH-049]', async () => {
    const portal = await testPortal();
    await portal.make.resource({ header: 'Holidays closings', components: bodyOf('The list is here.') });
    await portal.make.news({
      header: 'Lights for the branch, the rooms upstairs and the entrance at christmas',
      components: bodyOf('They shine.'),
    });
    const { groupOrder } = await asking(portal)('christmas lights');
    expect(groupOrder).toEqual(['news', 'resourcePages']);
  });

  test('in contractions is searched for without what is left of them [SEARCH-050]', async () => {
    const portal = await testPortal();
    await portal.make.resource({ header: 'Map of the garage', components: bodyOf('Every space has a number.') });
    await portal.make.resource({ header: 'What the lobby offers', components: bodyOf('You’d say they’ve moved it.') });
    const ask = asking(portal);
    for (const term of ['I’d use the garage', "I've a space in the garage", 'whats in the garage', 'we’re in the garage']) {
      const { resourcePages, correctedTerm, proposedTerm } = await ask(term);
      expect(
        resourcePages.results.map(({ header }) => plain(header)),
        term,
      ).toEqual(['Map of the garage']);
      expect([correctedTerm, proposedTerm], term).toEqual([null, null]);
    }
    expect((await ask('you’d')).resourcePages.totalResultCount, 'a term that has nothing else').toBe(1);
  });

  test.each([
    ['cheques', 'Mailing checks'],
    ['organising the library', 'Organize the library'],
    ['honour roll', 'Honor roll of advisors'],
    ['grey room', 'Gray room'],
    ['licence number', 'License numbers'],
  ])('in British spelling, “%s” finds “%s” without a correction [SEARCH-051]', async (term, title) => {
    const portal = await testPortal();
    for (const header of [
      'Mailing checks',
      'Organize the library',
      'Honor roll of advisors',
      'Gray room',
      'License numbers',
    ])
      await portal.make.resource({ header });
    const { resourcePages, correctedTerm, proposedTerm } = await asking(portal)(term);
    expect(resourcePages.results.map(({ header }) => plain(header))[0]).toBe(title);
    expect([correctedTerm, proposedTerm]).toEqual([null, null]);
  });

  test('in British spelling finds the items that have that spelling [SEARCH-051]', async () => {
    const portal = await testPortal();
    await portal.make.resource({ header: 'Labour in London' });
    await portal.make.resource({ header: 'Labor in Boston' });
    const { resourcePages } = await asking(portal)('labour');
    expect(resourcePages.results.map(({ header }) => plain(header))).toEqual(['Labour in London']);
  });

  test('with specific everyday words does not use the general ones among them [SEARCH-052]', async () => {
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

  test('finds what has its words in the description before what mentions them later [SEARCH-054]', async () => {
    const portal = await testPortal();
    const rest = 'Other lines follow here. '.repeat(4);
    await portal.make.resource({
      header: 'Rooms upstairs',
      description: 'Who may use the projector in the evening.',
      components: bodyOf(rest),
    });
    await portal.make.resource({
      header: 'Rooms downstairs',
      description: 'Who may use the elevators in the morning.',
      components: bodyOf(`${rest} The projector is for the evening. The projector stays.`),
    });
    const { resourcePages } = await asking(portal)('can I borrow a projector for an evening');
    expect(resourcePages.results.map(({ header }) => plain(header))).toEqual(['Rooms upstairs', 'Rooms downstairs']);
  });

  test('does not put a group first for a title that is one of its words [SEARCH-055]', async () => {
    const portal = await testPortal();
    await portal.make.resource({ header: 'Bicycles', components: bodyOf('Where bicycles stand, and who has the keys.') });
    await portal.make.news({
      header: 'Bicycles need a permit for the courtyard from now on',
      components: bodyOf('Ask for a permit at the desk.'),
    });
    const { groupOrder } = await asking(portal)('permit for bicycles in the courtyard');
    expect(groupOrder).toEqual(['news', 'resourcePages']);
  });

  test('puts the guide before news with the same words [SEARCH-056]', async () => {
    const portal = await testPortal();
    const both = { components: bodyOf('A locker has a code. Ask the desk for a code.') };
    await portal.make.resource({ header: 'Lockers in the basement', ...both });
    await portal.make.news({ header: 'Lockers in the basement: new codes for a locker', ...both });
    const { groupOrder } = await asking(portal)('where do I get a code for my locker');
    expect(groupOrder).toEqual(['resourcePages', 'news']);
  });

  test.each([
    ['W-9s', 'Send us a W-9'],
    ['w9s', 'Send us a W-9'],
    ['1099s', 'When each 1099 arrives'],
    ['1099-Rs', 'About 1099-R'],
    ['529s', 'Open a 529'],
  ])('with the plural %s finds %s [SEARCH-041]', async (term, title) => {
    const portal = await testPortal();
    for (const header of ['Send us a W-9', 'When each 1099 arrives', 'About 1099-R', 'Open a 529', 'The 1990s'])
      await portal.make.resource({ header });
    const { resourcePages } = await asking(portal)(term);
    expect(resourcePages.results.map(({ header }) => plain(header))[0]).toBe(title);
  });
});
