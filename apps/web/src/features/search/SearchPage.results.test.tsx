import { listAbbreviations, searchDestinations, searchPortal } from '@portico/contracts/search';
import { anId } from '@portico/testing/builders';
import { aSearchAnswer, aSearchGroup, aSearchResult, someMarkedText } from '@portico/testing/searchBuilders';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readRecentSearches } from '../../search/recentSearches.ts';
import { saveSession } from '../../sign-in/sessionCookies.ts';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';
import { searchApi, lastQuery } from './testing/searchPage.ts';

const expandedAnswer = aSearchAnswer({
  news: aSearchGroup(1),
  expansions: [{ abbreviation: 'RMD', meaning: 'required minimum distribution' }],
});

beforeEach(() => {
  window.innerWidth = 1440;
  return () => {
    window.innerWidth = 1024;
    localStorage.clear();
  };
});

describe('a pinned answer', () => {
  test('is above the results, and alone where nothing else is found [DESK-160]', async () => {
    const pinned = [aSearchResult({ header: someMarkedText('Paid time off'), path: '/news/time-off' })];
    const api = searchApi();
    api.answer(searchPortal, aSearchAnswer({ pinned, news: aSearchGroup(1) }));
    openPortal('/search?term=vacation', { api });
    const above = within(await screen.findByRole('region', { name: 'Recommended' }));
    expect(above.getByRole('link', { name: 'Paid time off' })).toBeDefined();
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings[0]).toBe('Recommended');
    cleanup();
    api.answer(searchPortal, aSearchAnswer({ pinned }));
    openPortal('/search?term=holidays', { api });
    expect(await screen.findByRole('region', { name: 'Recommended' })).toBeDefined();
    expect(screen.queryByText('No results for “holidays”')).toBeNull();
  });
});

describe('a search result', () => {
  test('for a document shows its type and page, and opens at that page with its words marked [DOCS-015]', async () => {
    const id = anId();
    const api = searchApi();
    api.answer(
      searchPortal,
      aSearchAnswer({
        documents: aSearchGroup(1, () =>
          aSearchResult({
            id,
            kind: 'document',
            path: '/documents',
            format: 'PDF',
            page: 7,
            header: someMarkedText('Fee schedule'),
            snippet: someMarkedText('A *charge* for each *surrender* *charge* before'),
            publishedAt: '2026-03-09T12:00:00.000Z',
            department: 'Operations',
          }),
        ),
      }),
    );
    openPortal('/search?term=fees', { api });
    const link = await screen.findByRole('link', { name: 'Fee schedule' });
    expect(link.getAttribute('href')).toBe(`/documents?preview=${id}&page=7&find=surrender+charge`);
    expect(screen.getByText('page 7').parentElement?.textContent).toBe('PDFpage 7Mar 9, 2026Operations');
  });

  test('for an event shows its date and time', async () => {
    const api = searchApi();
    api.answer(
      searchPortal,
      aSearchAnswer({
        upcomingEvents: aSearchGroup(1, () =>
          aSearchResult({
            kind: 'event',
            header: someMarkedText('Workshop'),
            startDate: '2026-03-20T15:00:00.000Z',
            endDate: '2026-03-20T16:00:00.000Z',
          }),
        ),
      }),
    );
    openPortal('/search?term=workshop', { api });
    const item = (await screen.findByRole('link', { name: 'Workshop' })).closest('li')!;
    expect(within(item).getAllByText('Friday, March 20, 2026')).toHaveLength(1);
    expect(item.textContent).toMatch(/March 20, 2026, \d{1,2}:00 [ap]m/);
  });
});

describe('notes about the search term', () => {
  test('show a correction with a link to the term as typed', async () => {
    const api = searchApi();
    api.answer(searchPortal, ({ query }) =>
      aSearchAnswer({ news: aSearchGroup(1), correctedTerm: query.exact === 'true' ? null : 'rollover' }),
    );
    const { address } = openPortal('/search?term=rolover&days=90', { api });
    expect((await screen.findByText(/^Results for/)).textContent).toBe(
      'Results for rollover. Search instead for rolover.',
    );
    await userEvent.click(screen.getByRole('link', { name: 'rolover' }));
    await waitFor(() => expect(address()).toBe('/search?term=rolover&days=90&exact=true'));
    await waitFor(() => expect(lastQuery(api).get('exact')).toBe('true'));
    await waitFor(() => expect(screen.queryByText(/^Results for/)).toBeNull());
  });

  test('propose nothing and miss no words where a person or another destination has all of them [SEARCH-031]', async () => {
    const api = searchApi();
    api.answer(searchPortal, aSearchAnswer({ news: aSearchGroup(1), proposedTerm: 'born stall', hasAllWords: false }));
    api.answer(searchDestinations, ({ query }) =>
      query.term === 'Björn Ståhl'
        ? [
            {
              kind: 'person' as const,
              name: 'Björn Ståhl',
              detail: 'bjorn@portico.test',
              href: 'mailto:bjorn@portico.test',
            },
          ]
        : [],
    );
    openPortal('/search?term=Bj%C3%B6rn%20St%C3%A5hl', { api });
    expect(await screen.findAllByRole('link', { name: /Björn Ståhl/ })).toHaveLength(1);
    expect(screen.queryByText(/Did you mean/)).toBeNull();
    expect(screen.queryByText(/match some of them/)).toBeNull();
    cleanup();
    openPortal('/search?term=Bj%C3%B6rn%20St%C3%A5hl&scope=News', { api });
    expect(await screen.findAllByText('1 result for “Björn Ståhl”')).toHaveLength(1);
    expect(screen.queryByText(/Did you mean/)).toBeNull();
    expect(screen.queryByText(/match some of them/)).toBeNull();
    cleanup();
    openPortal('/search?term=Bjorn%20Stal', { api });
    expect(await screen.findAllByText(/Did you mean/)).toHaveLength(1);
    expect(screen.getAllByText(/match some of them/)).toHaveLength(1);
  });

  test('expand abbreviations, and link only editors to their list', async () => {
    const api = searchApi();
    api.answer(searchPortal, expandedAnswer);
    api.fail(listAbbreviations, 'forbidden');
    openPortal('/search?term=RMD%20rules', { api });
    expect((await screen.findByText(/^Also searched for/)).textContent).toBe(
      'Also searched for required minimum distribution (RMD).',
    );
    expect(api.callsTo(listAbbreviations)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'About abbreviations' }));
    expect(await screen.findAllByText(/Let them know if one is missing/)).toHaveLength(1);
    expect(screen.queryByRole('link', { name: /^Edit the/ })).toBeNull();
  });

  test('link editors to the list of abbreviations', async () => {
    const api = searchApi();
    api.answer(searchPortal, expandedAnswer);
    api.answer(listAbbreviations, [
      { id: anId(), abbreviation: 'RMD', meaning: 'required minimum distribution', version: 1 },
    ]);
    openPortal('/search?term=RMD%20rules', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'About abbreviations' }));
    expect((await screen.findByRole('link', { name: /^Edit the abbreviation/ })).getAttribute('href')).toBe(
      '/search/abbreviations',
    );
  });
});

describe('a search without results', () => {
  test('offers other terms, tips, and lists to browse [SEARCH-014]', async () => {
    const api = searchApi();
    api.answer(searchPortal, aSearchAnswer({ suggestions: ['rollover', 'rollover rules'] }));
    openPortal('/search?term=rollovver', { api });
    expect(await screen.findAllByRole('heading', { name: 'No results for “rollovver”' })).toHaveLength(1);
    expect(screen.getByText('0 results').getAttribute('role')).toBe('status');
    expect(screen.getByText(/Did you mean/).textContent).toBe('Did you mean rollover or rollover rules?');
    expect(screen.getByRole('link', { name: 'rollover rules' }).getAttribute('href')).toBe(
      '/search?term=rollover+rules',
    );
    expect(screen.getAllByRole('link', { name: 'Events' })).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Clear all filters' })).toBeNull();
  });

  test('offers to remove the filters', async () => {
    const api = searchApi();
    api.answer(searchPortal, aSearchAnswer());
    const { address } = openPortal('/search?term=rollover&category=Audit&days=30', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Clear all filters' }));
    await waitFor(() => expect(address()).toBe('/search?term=rollover'));
  });

  test('is not added to recent searches, unlike one with results', async () => {
    saveSession({ idToken: 'id.token.1', accessToken: 'access.token.1', lifetimeS: 3600 });
    const api = searchApi();
    api.answer(searchPortal, ({ query }) => aSearchAnswer({ news: aSearchGroup(query.term === 'rollover' ? 1 : 0) }));
    const { router } = openPortal('/search', { api });
    saveSession({ idToken: `id.${btoa('{"sub":"ana"}')}.1`, accessToken: 'access.token.1', lifetimeS: 3600 });
    await act(() => router.navigate({ to: '/search', search: { term: 'nothing' } }));
    await screen.findByRole('heading', { name: 'No results for “nothing”' });
    await act(() => router.navigate({ to: '/search', search: { term: 'rollover' } }));
    await screen.findByText('1 result for “rollover”');
    expect(readRecentSearches()).toEqual(['rollover']);
  });
});

describe('a failed search', () => {
  test('explains a timeout, keeps the field and filters, and runs again on a retry', async () => {
    const api = searchApi();
    api.fail(searchPortal, 'unavailable');
    expectErrorsInConsole();
    openPortal('/search?term=rollover', { api });
    // Like a real timeout, fail only after the page has opened.
    vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
      await new Promise((later) => setTimeout(later, 300));
      return await api.fetch(...request);
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('This search took too long');
    expect(api.callsTo(searchPortal)).toHaveLength(1);
    expect(screen.getAllByRole('combobox', { name: 'Search the portal' })).toHaveLength(1);
    expect(screen.getAllByRole('region', { name: 'Filters' })).toHaveLength(1);
    vi.stubGlobal('fetch', searchApi().fetch);
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByText('1 result for “rollover”')).toHaveLength(1);
  });

  test.each([
    ['offline', 'We can’t reach the portal'],
    ['internal', 'The search failed'],
  ] as const)('explains the error: %s', async (code, title) => {
    const api = searchApi();
    api.fail(searchPortal, code);
    expectErrorsInConsole();
    openPortal('/search?term=rollover', { api });
    expect((await screen.findByRole('alert')).textContent).toContain(title);
  });
});
