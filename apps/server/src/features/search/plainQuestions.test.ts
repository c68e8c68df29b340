import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { testPortal } from '../../testing/testPortal.ts';
import { portalWithGuides } from './testing/portalWithGuides.ts';
import { bodyOf, asking, plain } from './testing/searches.ts';

describe('a plain question', () => {
  test('puts the guide before news and events, and past events last [SEARCH-039]', async () => {
    const ask = asking(await portalWithGuides());
    for (const term of ['how do I roll over an employer plan', 'how to request a rollover', 'rollover plan']) {
      const { groupOrder } = await ask(term);
      expect(groupOrder[0], term).toBe('resourcePages');
      expect(groupOrder.at(-1), term).toBe('pastEvents');
    }
  });

  test.each([
    ['how do I move a client’s IRA', 'Transfer an account with ACATS'],
    ['who do I call about compensation', 'Compensation'],
  ])('finds the guide before past events that repeat its words: “%s” [SEARCH-039]', async (term, title) => {
    const portal = await testPortal();
    const { make, clock } = portal;
    const hour = (hours: number) => new Date(clock.now.getTime() + hours * HOUR_MS).toISOString();
    await make.resource({
      header: 'Transfer an account with ACATS',
      components: bodyOf('Full and partial transfers of accounts and IRAs to us. Send the form with a statement.'),
    });
    await make.page({
      header: 'Compensation',
      components: bodyOf('How your statement is calculated, and who to ask.'),
    });
    for (let count = 1; count <= 6; count += 1)
      await make.event({
        header: `Client call ${count}: IRA and compensation`,
        startsAt: hour(-100 * count),
        endsAt: hour(-100 * count + 1),
        components: bodyOf(
          'We call a client about an IRA. A move of the IRA, a call about compensation. Who do we call?',
        ),
      });
    const { resourcePages, groupOrder } = await asking(portal)(term);
    expect(groupOrder).toEqual(['resourcePages', 'pastEvents']);
    expect(plain(resourcePages.results[0]!.header)).toBe(title);
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

  test('in contractions is searched for without what is left of them [SEARCH-050]', async () => {
    const portal = await testPortal();
    await portal.make.resource({ header: 'Map of the garage', components: bodyOf('Every space has a number.') });
    await portal.make.resource({ header: 'What the lobby offers', components: bodyOf('You’d say they’ve moved it.') });
    const ask = asking(portal);
    for (const term of [
      'I’d use the garage',
      "I've a space in the garage",
      'whats in the garage',
      'we’re in the garage',
    ]) {
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
    await portal.make.resource({
      header: 'Bicycles',
      components: bodyOf('Where bicycles stand, and who has the keys.'),
    });
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
    await portal.make.news({ header: 'Lockers in the cellar now', ...both });
    const { groupOrder } = await asking(portal)('where do I get a code for my locker');
    expect(groupOrder).toEqual(['resourcePages', 'news']);
  });

  test('puts what has its last word before what only has words that begin like it [SEARCH-057]', async () => {
    const portal = await testPortal();
    await portal.make.resource({
      header: 'About everything',
      components: bodyOf(`A card. ${'Other lines follow here. '.repeat(300)}`),
    });
    const alike = 'Cardboard, cardigans, cardinals and cardamom';
    await portal.make.resource({ header: alike, components: bodyOf(`${alike}. `.repeat(5)) });
    const { resourcePages } = await asking(portal)('card');
    expect(resourcePages.results.map(({ header }) => plain(header))).toEqual(['About everything', alike]);
    const unfinished = await asking(portal)('cardb');
    expect(
      unfinished.resourcePages.results.map(({ header }) => plain(header)),
      'while it is typed',
    ).toEqual([alike]);
  });

  test('that ends with a very common word finds nothing for words that begin like it [SEARCH-058]', async () => {
    const portal = await testPortal();
    await portal.make.resource({ header: 'Lockboxes', components: bodyOf('They keep what has to stay.') });
    await portal.make.resource({ header: 'Forklifts', components: bodyOf('They lift what has to go.') });
    const { resourcePages } = await asking(portal)('what are lockboxes for');
    expect(resourcePages.results.map(({ header }) => plain(header))).toEqual(['Lockboxes']);
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
