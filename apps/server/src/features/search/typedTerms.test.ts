import { describe, expect, test } from 'vitest';
import { searchPortal } from '@portico/contracts/search';
import { testPortal } from '../../testing/testPortal.ts';
import { bodyOf, asking, titles } from './testing/searches.ts';

describe('search terms as people type them', () => {
  test('list the item with exactly that title first [SEARCH-020]', async () => {
    const portal = await testPortal();
    for (const header of [
      'Form 1040',
      'Form 1040-SR: return for seniors',
      'About 1099-R',
      'Schedule B',
      'Onboarding checklist',
      'Reg BI',
    ])
      await portal.make.resource({ header, components: bodyOf('A page about something else, at some length.') });
    for (const word of [
      'form 1040 form 1040 1040 sr 1040',
      '1099 r 1099-R r',
      'schedule b schedule b',
      'onboarding checklist',
      'reg bi reg bi',
    ])
      for (let count = 0; count < 4; count += 1)
        await portal.make.resource({ header: `Notes ${count}`, components: bodyOf(`${word} `.repeat(5)) });
    for (const [term, first] of [
      ['Form 1040', 'Form 1040'],
      ['1040-SR', 'Form 1040-SR: return for seniors'],
      ['1099 r', 'About 1099-R'],
      ['1099/R', 'About 1099-R'],
      ['schedule b', 'Schedule B'],
      ['onboarding checklist', 'Onboarding checklist'],
      ['Reg BI', 'Reg BI'],
    ] as const)
      expect(titles(await asking(portal)(term))[0], term).toBe(first);
  });

  test('can separate a form number with a dot, a slash or a space, if an item has it [SEARCH-020]', async () => {
    const portal = await testPortal();
    for (const header of ['Notes on W-9', 'Notes on 1095-A', 'Notes on 1099-R', 'Schedule K-1 explained'])
      await portal.make.resource({ header });
    await portal.make.resource({ header: 'Part B in 2 steps' });
    await portal.make.resource({ header: 'Advice on H-7', audience: ['InsuranceOnly'] });
    await portal.make.resource({ header: 'Chapter H' });
    const find = async (term: string) => titles(await asking(portal)(term))[0];
    for (const term of ['W 9', 'w/9', 'W.9', 'form w 9']) expect(await find(term), term).toBe('Notes on W-9');
    for (const term of ['1095 a', '1095.A', '1095/a']) expect(await find(term), term).toBe('Notes on 1095-A');
    for (const term of ['1099.R', '1099 R', '1099/r']) expect(await find(term), term).toBe('Notes on 1099-R');
    expect(await find('schedule k 1')).toBe('Schedule K-1 explained');
    expect(await find('part b 2')).toBe('Part B in 2 steps');
    expect(await find('chapter h 7'), 'a name in hidden items has no effect').toBe('Chapter H');
  });

  test('with a possible name are not corrected, but a correction is proposed [SEARCH-018]', async () => {
    const portal = await testPortal();
    await portal.make.news({ header: 'When to forgo a benefit' });
    await portal.make.news({ header: 'Wells and water rights' });
    await portal.make.news({ header: 'Our acts and deeds' });
    await portal.make.news({ header: 'Anna writes about rollover planning for a pension' });
    const ask = async (term: string) => {
      const { correctedTerm, proposedTerm } = await portal.as('ana').call(searchPortal, { query: { term } });
      return { correctedTerm, proposedTerm };
    };
    expect(await ask('Wells Fargo')).toEqual({ correctedTerm: null, proposedTerm: 'Wells forgo' });
    expect(await ask('wells fargo')).toEqual({ correctedTerm: null, proposedTerm: 'wells forgo' });
    expect(await ask('PACTS')).toEqual({ correctedTerm: null, proposedTerm: 'acts' });
    expect(await ask('brandt writes')).toEqual({ correctedTerm: null, proposedTerm: null });
    expect(await ask('rolover planning')).toEqual({ correctedTerm: 'rollover planning', proposedTerm: null });
    expect(await ask('penshions')).toEqual({ correctedTerm: 'pension', proposedTerm: null });
  });

  test('with a word of the name of a person in the portal get neither correction nor proposal for it [SEARCH-018, SEARCH-031]', async () => {
    const portal = await testPortal();
    await portal.make.news({ header: 'Nails and estates' });
    await portal.make.news({ header: 'Corals and cordials' });
    await portal.make.news({ header: 'A joke about marinas' });
    const ask = async (name: string, term: string) => {
      const { correctedTerm, proposedTerm } = await portal.as(name).call(searchPortal, { query: { term } });
      return { correctedTerm, proposedTerm };
    };
    expect(await ask('ana', 'nils estates')).toEqual({ correctedTerm: 'nails estates', proposedTerm: null });
    for (const term of ['nils estates', 'nils'])
      expect(await ask('nils', term), term).toEqual({ correctedTerm: null, proposedTerm: null });
    // Both the name she goes by and her legal name.
    expect(await ask('cora', 'cordelia')).toMatchObject({ correctedTerm: null });
    expect(await ask('cora', 'coras')).toEqual({ correctedTerm: 'corals', proposedTerm: null });
    expect(await ask('cora', 'nils estates')).toEqual({ correctedTerm: null, proposedTerm: null });
    expect(await ask('cora', 'josé')).toMatchObject({ correctedTerm: 'joke' });
    await portal.db
      .insertInto('users')
      .values({ issuer: 'directory', subject: 'jose', given_name: 'José', surname: 'Marín' })
      .execute();
    for (const term of ['Jose', 'JOSÉ', 'josé marín'])
      expect(await ask('edda', term), term).toEqual({ correctedTerm: null, proposedTerm: null });
  });

  test('with the name of a person are searched as typed, however it is split, joined and accented [SEARCH-018, SEARCH-031]', async () => {
    const portal = await testPortal();
    await portal.make.news({
      header: 'Seven transfers in a stall',
      components: bodyOf('Joan was born by the marina, marine life at the fort; mckey and delacrux, a lindgreen door.'),
    });
    const people = [
      ['Björn', 'Ståll'],
      ['Steven', 'Transfers'],
      ['Joann', 'McKay'],
      ['Anne Marie', 'De La Crux'],
      ['Feeney', 'Seveny'],
      ['Alexandra', 'Lindgrenson'],
    ];
    await portal.db
      .insertInto('users')
      .values(
        people.map(([given, surname]) => ({
          issuer: 'directory',
          subject: surname!,
          given_name: given!,
          surname: surname!,
        })),
      )
      .execute();
    const ask = async (term: string) => {
      const { correctedTerm, proposedTerm } = await portal.as('ana').call(searchPortal, { query: { term } });
      return { correctedTerm, proposedTerm };
    };
    const asTyped = { correctedTerm: null, proposedTerm: null };
    for (const term of [
      'Björn Ståll',
      'bjorn',
      'Steven Transfers',
      'seveny',
      'Joann McKay',
      'joann mc kay',
      'Anne Marie De La Crux',
      'marie delacrux',
      'Ståll, Björn',
    ])
      expect(await ask(term), term).toEqual(asTyped);
    // Still being typed, it may become her name.
    expect(await ask('lindgren door')).toEqual({ correctedTerm: null, proposedTerm: 'lindgreen door' });
    expect(await ask('sevin transfers')).toMatchObject({ correctedTerm: 'seven transfers' });
  });

  test('find names with accents, apostrophes and letters of other alphabets in titles [SEARCH-031]', async () => {
    const portal = await testPortal();
    for (const header of ['Welcome, José Łukasz', 'Kate O’Brien joins', 'Über die Straße', 'Письмо Ольги'])
      await portal.make.news({ header });
    const find = async (term: string) => titles(await asking(portal)(term))[0];
    for (const term of ['jose lukasz', 'JOSÉ', 'Łukasz']) expect(await find(term), term).toBe('Welcome, José Łukasz');
    for (const term of ['obrien', "O'Brien", 'O’BRIEN']) expect(await find(term), term).toBe('Kate O’Brien joins');
    for (const term of ['strasse', 'STRAẞE', 'uber']) expect(await find(term), term).toBe('Über die Straße');
    expect(await find('ольги')).toBe('Письмо Ольги');
    const marked = async (term: string) =>
      (await asking(portal)(term)).news.results[0]?.header.filter(({ isMatch }) => isMatch).map(({ text }) => text);
    expect(await marked('jose lukasz')).toEqual(['José', 'Łukasz']);
    expect(await marked('obrien')).toEqual(['O’Brien']);
  });

  test('find names with apostrophes that count as letters [SEARCH-031]', async () => {
    const portal = await testPortal();
    for (const header of ['Welcome, Keʻala Kamakau', "Tip O'Neil joins", 'Ann Oʼneil leaves'])
      await portal.make.news({ header });
    const find = async (term: string) => titles(await asking(portal)(term)).toSorted();
    for (const term of ['keala', 'Keʻala']) expect(await find(term), term).toEqual(['Welcome, Keʻala Kamakau']);
    for (const term of ['oneil', 'Oʼneil', 'Oʻneil', "O'Neil"])
      expect(await find(term), term).toEqual(['Ann Oʼneil leaves', "Tip O'Neil joins"]);
  });

  test('with ACATS are never corrected to “acts”, alone or with other words, and find items about ACATS [SEARCH-018, SEARCH-023]', async () => {
    const portal = await testPortal();
    for (let count = 0; count < 5; count += 1)
      await portal.make.news({ header: `Our acts and deeds ${count}`, components: bodyOf('acts of a transfer') });
    const ask = async (term: string) => {
      const answer = await portal.as('ana').call(searchPortal, { query: { term } });
      const { correctedTerm, proposedTerm, expansions } = answer;
      return {
        correctedTerm,
        proposedTerm,
        known: expansions.map(({ abbreviation }) => abbreviation),
        titles: titles(answer),
      };
    };
    for (const term of ['ACATS', 'acats', 'ACATS transfer'])
      expect(await ask(term), term).toMatchObject({ correctedTerm: null, known: ['ACAT'] });
    await portal.make.news({ header: 'ACATS cut-off times' });
    for (const term of ['ACATS', 'acats'])
      expect(await ask(term), term).toMatchObject({
        correctedTerm: null,
        proposedTerm: null,
        titles: ['ACATS cut-off times'],
      });
  });

  test('of two or three letters are searched if they are a known abbreviation or contain a digit [SEARCH-023]', async () => {
    const portal = await testPortal();
    await portal.make.news({ header: 'Your W-9 is due' });
    await portal.make.news({ header: 'RMD dates' });
    await portal.make.news({ header: 'Plan 529 basics' });
    await portal.make.news({ header: 'Updating Form ADV' });
    for (const [term, title] of [
      ['W-9', 'Your W-9 is due'],
      ['w9', 'Your W-9 is due'],
      ['RMD', 'RMD dates'],
      ['529', 'Plan 529 basics'],
      ['adv', 'Updating Form ADV'],
    ])
      expect(titles(await asking(portal)(term!)), term).toEqual([title]);
    for (const term of ['abc', 'xy', 'due'])
      expect(await portal.as('ana').fail(searchPortal, { query: { term } })).toMatchObject({
        status: 400,
        code: 'invalid_input',
      });
    const known = await asking(portal)('Reg BI and ACATS');
    expect(known.expansions.map(({ abbreviation }) => abbreviation).sort()).toEqual(['ACAT', 'Reg BI']);
  });

  test('of nothing but very common words find the titles that have them [SEARCH-034]', async () => {
    const portal = await testPortal();
    const noise = bodyOf('You can do it and they will, who knows; about us, the rest of it is up to you. '.repeat(3));
    for (const header of [
      'Will checklist',
      'The Who',
      'About Us',
      'Can I do it',
      'What to do',
      'It’s IT',
      'Wills and trusts',
    ])
      await portal.make.resource({ header, components: bodyOf('A page about something else.') });
    for (let count = 0; count < 8; count += 1) await portal.make.news({ header: `Notes ${count}`, components: noise });
    await portal.make.news({ header: 'The Who of old', audience: ['InsuranceOnly'] });
    const find = async (term: string) => {
      const answer = await asking(portal)(term);
      expect(answer.correctedTerm, term).toBeNull();
      return titles(answer);
    };
    for (const [term, title] of [
      ['Will checklist', 'Will checklist'],
      ['will', 'Will checklist'],
      ['The Who', 'The Who'],
      ['about us', 'About Us'],
      ['About', 'About Us'],
      ['Can I do it', 'Can I do it'],
      ['can i do it?', 'Can I do it'],
      ['what to do', 'What to do'],
    ] as const)
      expect((await find(term))[0], term).toBe(title);
    expect(await find('will')).toContain('Wills and trusts');
    expect((await find('the who')).filter((title) => title.startsWith('Notes') || title.includes('old'))).toEqual([]);
    expect(await find('were')).toEqual([]);
  });

  test('as a plain question find the guide before what shares only its verb [SEARCH-035]', async () => {
    const portal = await testPortal();
    const { make } = portal;
    await make.resource({
      header: 'IRA transfers',
      components: bodyOf('How a client moves an IRA from another custodian.'),
    });
    for (const header of [
      'We move offices',
      'Move it: the step challenge',
      'How to change how we work',
      'Find your way',
    ])
      await make.resource({ header, components: bodyOf('Move with us: we move, find, use, help and change things.') });
    for (let count = 0; count < 12; count += 1)
      await make.resource({
        header: `IRA limits and clients ${count}`,
        components: bodyOf('The client and the IRA. '.repeat(20)),
      });
    await make.resource({ header: 'Beneficiary forms', components: bodyOf('Where a client names who inherits.') });
    for (const [term, title] of [
      ["how do I move a client's IRA", 'IRA'],
      ['where can I find the beneficiary form', 'Beneficiary forms'],
      ['I need help to change a beneficiary', 'Beneficiary forms'],
      ['move offices', 'We move offices'],
    ] as const)
      expect(titles(await asking(portal)(term))[0]?.startsWith(title), term).toBe(true);
    expect(titles(await asking(portal)('find use help'))).toContain('Find your way');
  });

  test.each([
    ['how do I open an account', 'Account', ['We open offices', 'Open doors', 'Open: the step challenge']],
    ['can I accept a gift', 'Gift', ['We accept change', 'Accept it', 'Accept: the step challenge']],
    ['who can I call about a claim', 'Claim', ['Call with us', 'On call', 'Call: the step challenge']],
    ['how do I bill a fee', 'Fee', ['Dear Bill', 'Bill and Jo', 'Bill: the step challenge']],
  ] as const)(
    '“%s” finds what is about the %s before what shares only its verb [SEARCH-035]',
    async (term, noun, others) => {
      const portal = await testPortal();
      const { make } = portal;
      await make.resource({ header: `${noun} guide`, components: bodyOf(`What a client needs for a ${noun}.`) });
      const body = bodyOf('With us: we open, we accept, we call, we bill.');
      for (const header of others) await make.resource({ header, components: body });
      for (let count = 0; count < 12; count += 1)
        await make.resource({
          header: `${noun} limits and clients ${count}`,
          components: bodyOf(`The client and the ${noun}. `.repeat(20)),
        });
      expect(titles(await asking(portal)(term))[0]?.startsWith(noun)).toBe(true);
    },
  );

  test('with a short plural find its singular, and the reverse [SEARCH-038]', async () => {
    const portal = await testPortal();
    const { make } = portal;
    await make.news({ header: 'When a CPA calls', components: bodyOf('A CPA may ask for a statement.') });
    await make.news({ header: 'Working with accountants', components: bodyOf('Many CPAs call in March.') });
    await make.news({ header: 'Phone calls', components: bodyOf('Calls are recorded.') });
    await make.news({ header: 'ETFs for beginners' });
    await make.news({ header: 'Natural gas' });
    for (const term of ['calls CPAs', 'calls cpas', 'calls CPA', 'call cpa']) {
      const answer = await asking(portal)(term);
      expect(titles(answer).slice(0, 2).toSorted(), term).toEqual(['When a CPA calls', 'Working with accountants']);
      expect(answer, term).toMatchObject({ hasAllWords: true, correctedTerm: null, proposedTerm: null });
    }
    expect(titles(await asking(portal)('etf beginners'))).toEqual(['ETFs for beginners']);
    expect(titles(await asking(portal)('natural gas'))).toEqual(['Natural gas']);
    const { news } = await asking(portal)('many cpas');
    expect(news.results[0]!.snippet.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(['Many', 'CPAs']);
  });

  test('get a note when no item contains all words [SEARCH-019]', async () => {
    const portal = await testPortal();
    await portal.make.news({ header: 'Rollover rules' });
    await portal.make.news({ header: 'Pension options' });
    const hasAllWords = async (term: string) =>
      (await portal.as('ana').call(searchPortal, { query: { term } })).hasAllWords;
    expect(await hasAllWords('rollover rules')).toBe(true);
    expect(await hasAllWords('rollover pension')).toBe(false);
    expect(await hasAllWords('rollover')).toBe(true);
    expect(await hasAllWords('rollover ru')).toBe(false);
    expect(await hasAllWords('rollover rul')).toBe(true);
  });

  test('get no highlight for a guessed completion, and snippets separate table cells [SEARCH-021]', async () => {
    const portal = await testPortal();
    const cell = (text: string) => [{ type: 'text' as const, text }];
    await portal.make.news({
      header: 'Planning ahead',
      description: '',
      components: [
        {
          id: 't',
          type: 'Table',
          align: ['Left', 'Left'],
          header: [cell('Fee'), cell('Plan')],
          rows: [[cell('12'), cell('Basic planner')]],
        },
      ],
    });
    const { news } = await portal.as('ana').call(searchPortal, { query: { term: 'basic plann' } });
    const [result] = news.results;
    expect(result!.header.filter(({ isMatch }) => isMatch)).toEqual([]);
    expect(result!.snippet.map(({ text }) => text).join('')).toContain('Fee · Plan');
    expect(result!.snippet.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(['Basic']);
  });
});
