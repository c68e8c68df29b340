import { DAY_MS } from '@portico/contracts/durations';
import { searchDestinations, searchPortal, suggestSearch } from '@portico/contracts/search';
import { aSearchAnswer, aSearchGroup, aSearchResult, someMarkedText } from '@portico/testing/searchBuilders';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { startOfDay } from '../../dates/days.ts';
import { openPortal } from '../../testPortal.ts';
import { lastQuery, manyNewsApi, newsTitles, searchApi } from './testing/searchPage.ts';

const headings = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

beforeEach(() => {
  window.innerWidth = 1440;
  return () => {
    window.innerWidth = 1024;
    localStorage.clear();
  };
});

describe('the search page', () => {
  test('shows groups in order with totals, with separate headings for upcoming and past events [ROUTE-017, SEARCH-001, SEARCH-004, SEARCH-005]', async () => {
    const api = searchApi();
    api.answer(
      searchPortal,
      aSearchAnswer({
        news: aSearchGroup(12),
        documents: aSearchGroup(3),
        resourcePages: aSearchGroup(1),
        upcomingEvents: aSearchGroup(2),
        pastEvents: aSearchGroup(4),
      }),
    );
    openPortal('/search?term=rollover', { api });
    await screen.findByRole('heading', { level: 2, name: /^Resources/ });
    expect(headings()).toEqual([
      'Resources 1 item',
      'Documents 3 items',
      'News 12 items',
      'Upcoming events 2 items',
      'Past events 4 items',
    ]);
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'All 22 items',
      'Resources 1 item',
      'Documents 3 items',
      'News 12 items',
      'Events 6 items',
    ]);
    expect(screen.getByText('22 results for “rollover”').getAttribute('role')).toBe('status');
    expect(newsTitles()).toHaveLength(5);
    expect(document.title).toBe('Search: rollover - Portico');
    expect(Object.fromEntries(lastQuery(api))).toEqual({ term: 'rollover' });
  });

  test('shows the groups in the order of the response, and in a fixed one when sorted by date [SEARCH-028]', async () => {
    const api = searchApi();
    api.answer(
      searchPortal,
      aSearchAnswer({
        resourcePages: aSearchGroup(1),
        news: aSearchGroup(1),
        pastEvents: aSearchGroup(1),
        groupOrder: ['pastEvents', 'news', 'resourcePages'],
      }),
    );
    const { router } = openPortal('/search?term=rollover', { api });
    await screen.findByRole('heading', { level: 2, name: /^News/ });
    expect(headings()).toEqual(['Past events 1 item', 'News 1 item', 'Resources 1 item']);
    await router.navigate({ to: '/search', search: { term: 'rollover', sort: 'Date' } });
    await waitFor(() => expect(headings()).toEqual(['Resources 1 item', 'News 1 item', 'Past events 1 item']));
  });

  test('marks matching words in title and snippet [SEARCH-011]', async () => {
    const api = searchApi();
    api.answer(
      searchPortal,
      aSearchAnswer({
        news: aSearchGroup(1, () =>
          aSearchResult({
            header: someMarkedText('A *rollover* now'),
            snippet: someMarkedText('Each *rollover* is <b>new</b>.'),
          }),
        ),
      }),
    );
    openPortal('/search?term=rollover', { api });
    const item = (await screen.findByRole('link', { name: 'A rollover now' })).closest('li')!;
    expect([...item.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['rollover', 'rollover']);
    expect(item.textContent).toContain('Each rollover is <b>new</b>.');
  });

  test('explains why a term of 3 characters is not searched [SEARCH-007]', async () => {
    const { api } = openPortal('/search?term=%20fee%20', { api: searchApi() });
    expect((await screen.findByRole('alert')).textContent).toBe(
      '“fee” is too short. Type at least 4 characters to search.',
    );
    expect(api.callsTo(searchPortal)).toEqual([]);
  });

  test('searches the full term for a known abbreviation of 3 characters [SEARCH-008, SEARCH-023]', async () => {
    const api = searchApi();
    api.answer(suggestSearch, {
      abbreviations: [{ abbreviation: 'RMD', meaning: 'required minimum distribution' }],
      titles: [],
      categories: [],
      destinations: [],
    });
    openPortal('/search?term=rmd&days=30', { api });
    await screen.findByText('1 result for “required minimum distribution”');
    expect(screen.getByText(/is short for/).textContent).toBe('“rmd” is short for required minimum distribution.');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(api.callsTo(searchPortal)).toHaveLength(1);
  });

  test('links an ambiguous abbreviation to each of its meanings, without searching [SEARCH-008]', async () => {
    const api = searchApi();
    api.answer(suggestSearch, {
      abbreviations: [
        { abbreviation: 'CE', meaning: 'continuing education' },
        { abbreviation: 'CE', meaning: 'customer experience' },
      ],
      titles: [],
      categories: [],
      destinations: [],
    });
    openPortal('/search?term=CE&days=30', { api });
    expect((await screen.findByRole('link', { name: 'continuing education' })).getAttribute('href')).toBe(
      '/search?term=continuing+education&days=30',
    );
    expect(api.callsTo(searchPortal)).toEqual([]);
  });

  test('without a term explains the search and links to the lists', async () => {
    openPortal('/search', { api: searchApi() });
    expect(await screen.findAllByRole('heading', { name: 'What are you looking for?' })).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Documents' }).getAttribute('href')).toBe('/documents');
    expect(document.title).toBe('Search - Portico');
  });

  test('has one field, which Ctrl-K focuses, and a new term keeps the filters', async () => {
    const api = searchApi();
    const { address } = openPortal('/search?term=rolover&scope=news&days=30&exact=true', { api });
    const field = await screen.findByRole('combobox', { name: 'Search the portal' });
    expect(field).toHaveProperty('value', 'rolover');
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(document.activeElement).toBe(field);
    await userEvent.clear(field);
    await userEvent.type(field, ' annuity {Enter}');
    await waitFor(() => expect(address()).toBe('/search?term=annuity&scope=news&days=30'));
    expect(document.activeElement).toBe(field);
    expect(await screen.findAllByText(/for “annuity”/)).toHaveLength(1);
    expect(document.title).toBe('Search: annuity - Portico');
  });

  test('a scope shows only its groups, is in the address, and keeps the totals of the others [SEARCH-006]', async () => {
    const { address, api } = openPortal('/search?term=rollover', { api: manyNewsApi() });
    await userEvent.click(await screen.findByRole('tab', { name: /^News/ }));
    await waitFor(() => expect(address()).toBe('/search?term=rollover&scope=news'));
    expect(headings()).toEqual(['News 22 items']);
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'All 23 items',
      'Resources 0 items',
      'Documents 1 item',
      'News 22 items',
      'Events 0 items',
    ]);
    await waitFor(() => expect(newsTitles()).toHaveLength(15));
    expect(Object.fromEntries(lastQuery(api))).toEqual({
      term: 'rollover',
      group: 'news',
      offset: '5',
      pageSize: '10',
    });
  });

  test('a scope without results links back to all results', async () => {
    const { address } = openPortal('/search?term=rollover&scope=events', { api: searchApi() });
    expect(await screen.findAllByRole('heading', { name: 'No results for “rollover” in events' })).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Show 1 result' }));
    await waitFor(() => expect(address()).toBe('/search?term=rollover'));
  });

  test('shows people, applications, forms and menu pages whose names match [SEARCH-024]', async () => {
    const api = searchApi();
    api.answer(searchDestinations, [
      { kind: 'person', name: 'Ana Ruiz', detail: 'ana@portico.test', href: 'mailto:ana@portico.test' },
      { kind: 'menu', name: 'Analysis', detail: null, href: '/resources' },
      { kind: 'form', name: 'Trap', detail: null, href: String.raw`javascript:alert(1)` },
    ]);
    openPortal('/search?term=rollover', { api });
    const destinations = await screen.findByRole('region', { name: 'People and places' });
    expect(
      within(destinations)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Ana Ruiz Person · ana@portico.test', 'Analysis Menu']);
    expect(
      within(destinations)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['mailto:ana@portico.test', '/resources']);
  });

  test('announces no missing results before people and places are known [SEARCH-032]', async () => {
    const api = searchApi();
    api.answer(searchPortal, aSearchAnswer());
    api.answer(searchDestinations, [{ kind: 'person', name: 'José Marín', detail: null, href: null }]);
    const release = api.hold(searchDestinations);
    const { cache } = openPortal('/search?term=jose+marin', { api });
    await waitFor(() => expect(api.callsTo(searchPortal)).toHaveLength(1));
    await waitFor(() => expect(cache.isFetching()).toBe(1));
    expect(screen.queryByText('0 results')).toBeNull();
    expect(screen.getAllByText('Searching')).toHaveLength(1);
    release();
    await screen.findByText('1 person or place found, and nothing else');
  });

  test('shows a person who was found by name instead of “No results”, also without an email address [SEARCH-032]', async () => {
    const api = searchApi();
    api.answer(searchPortal, aSearchAnswer());
    api.answer(searchDestinations, [{ kind: 'person', name: 'José Marín', detail: null, href: null }]);
    openPortal('/search?term=jose+marin', { api });
    const destinations = await screen.findByRole('region', { name: 'People and places' });
    expect(within(destinations).getByRole('listitem').textContent).toBe('José Marín Person');
    expect(within(destinations).queryByRole('link')).toBeNull();
    await screen.findByText('1 person or place found, and nothing else');
    expect(screen.queryByRole('heading', { name: /^No results/ })).toBeNull();
  });

  test('suggests a correction for a word that could be a name, and says when no item has all words [SEARCH-018, SEARCH-019]', async () => {
    const api = searchApi();
    api.answer(searchPortal, () =>
      aSearchAnswer({
        news: aSearchGroup(1, () => aSearchResult()),
        proposedTerm: 'wells forgo',
        hasAllWords: false,
      }),
    );
    const { address } = openPortal('/search?term=wells+fargo', { api });
    const note = await screen.findByText('Nothing matches all of your words. These results match some of them.');
    const results = screen.getByRole('region', { name: /^News/ });
    expect(note.compareDocumentPosition(results)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await userEvent.click(screen.getByRole('link', { name: 'wells forgo' }));
    await waitFor(() => expect(new URLSearchParams(address().split('?')[1]).get('term')).toBe('wells forgo'));
  });

  test('filters by days, categories, and departments in the address, and removes each separately [SEARCH-003]', async () => {
    const api = searchApi();
    const { address } = openPortal('/search?term=rollover', { api });
    await userEvent.click(await screen.findByRole('radio', { name: '60 days' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Category/ }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Audit' }));
    await userEvent.click(screen.getByRole('button', { name: /^Department/ }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Research' }));
    await waitFor(() => expect(address()).toBe('/search?term=rollover&days=60&category=Audit&department=Research'));
    await waitFor(() => expect(lastQuery(api).get('department')).toBe('Research'));
    expect(lastQuery(api).get('category')).toBe('Audit');
    expect(Date.parse(lastQuery(api).get('to')!) - Date.parse(lastQuery(api).get('from')!)).toBeGreaterThan(
      60 * DAY_MS,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Audit' }));
    await waitFor(() => expect(address()).toBe('/search?term=rollover&days=60&department=Research'));
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(address()).toBe('/search?term=rollover'));
  });

  test('sorts by date, in the address and the query [SEARCH-029]', async () => {
    const api = searchApi();
    const { address } = openPortal('/search?term=rollover', { api });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Sort' }), 'Date');
    await waitFor(() => expect(address()).toBe('/search?term=rollover&sort=date'));
    await waitFor(() => expect(lastQuery(api).get('sort')).toBe('Date'));
  });

  test('days in the address are in the reader’s time zone and include the last one', async () => {
    const api = searchApi();
    openPortal('/search?term=rollover&from=2026-02-01&to=2026-02-28', { api });
    await screen.findByText('1 result for “rollover”');
    expect([lastQuery(api).get('from'), lastQuery(api).get('to')]).toEqual([
      startOfDay('2026-02-01'),
      startOfDay('2026-03-01'),
    ]);
  });

  test('keeps the results visible while new filters load, and clears them for a new term', async () => {
    const api = searchApi();
    openPortal('/search?term=rollover', { api });
    await screen.findByRole('region', { name: /^News/ });
    const release = api.hold(searchPortal);
    await userEvent.click(screen.getByRole('radio', { name: '30 days' }));
    await waitFor(() => expect(api.callsTo(searchPortal)).toHaveLength(2));
    expect(screen.getAllByRole('region', { name: /^News/ })).toHaveLength(1);
    await userEvent.type(screen.getByRole('combobox', { name: 'Search the portal' }), 's{Enter}');
    expect(await screen.findAllByText('Searching')).toHaveLength(1);
    expect(screen.queryByRole('region', { name: /^News/ })).toBeNull();
    await act(async () => release());
    await screen.findByText('1 result for “rollovers”');
  });
});
