import { listCategories, listDepartments } from '@portico/contracts/categories';
import { searchPortal, suggestSearch } from '@portico/contracts/search';
import { getMenu } from '@portico/contracts/menu';
import { getNewsItem } from '@portico/contracts/news';
import { aMenu, aMenuItem, aNewsItem } from '@portico/testing/builders';
import { aSearchAnswer, aSearchResult, someMarkedText } from '@portico/testing/searchBuilders';
import { fakeApi } from '@portico/testing/fakeApi';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { clearPersonal } from '../sign-in/personalStorage.ts';
import { saveSession } from '../sign-in/sessionCookies.ts';
import { newsDateLabel } from '../dates/dateLabels.ts';
import { openPortal } from '../testPortal.ts';
import { readRecentSearches, addRecentSearch } from './recentSearches.ts';

function resizeTo(width: number): void {
  window.innerWidth = width;
  window.dispatchEvent(new Event('resize'));
}

/** Stores tokens for the user `name` in the cookies. */
function signInAs(name: string): void {
  saveSession({
    idToken: `id.${btoa(JSON.stringify({ sub: name }))}.1`,
    accessToken: 'access.token.1',
    lifetimeS: 3600,
  });
}

const noSuggestions = { abbreviations: [], titles: [], categories: [], destinations: [] };

function searchApi() {
  const api = fakeApi();
  api.answer(
    getMenu,
    aMenu({
      menuItems: [
        aMenuItem({ name: 'Dashboard', pageLink: '/' }),
        aMenuItem(),
        aMenuItem({
          name: 'More',
          kind: 'Folder',
          pageLink: null,
          submenuItems: [
            aMenuItem({ name: 'Support', pageLink: '/support' }),
            aMenuItem({ name: 'Elsewhere', pageLink: 'https://sec.gov/' }),
          ],
        }),
        aMenuItem({ name: 'Secret', pageLink: '/secret', status: 'Hidden' }),
      ],
    }),
  );
  api.answer(suggestSearch, noSuggestions);
  return api;
}

const box = async () => await screen.findByRole('combobox', { name: 'Search the portal' });
const options = async () => (await screen.findAllByRole('option')).map((option) => option.textContent);
const requestedTerms = (api: ReturnType<typeof fakeApi>) =>
  api.callsTo(suggestSearch).map(({ path }) => new URL(path, 'https://portal.test').searchParams.get('term'));

beforeEach(() => {
  resizeTo(1440);
  return () => {
    resizeTo(1024);
    clearPersonal();
  };
});

describe('the search box in the top bar', () => {
  test('offers menu pages before typing, without duplicates, hidden entries, or external links', async () => {
    openPortal('/', { api: searchApi() });
    await userEvent.click(await box());
    expect(await options()).toEqual(['Dashboard', 'News', 'Support']);
    expect(screen.getByRole('option', { name: 'Support' }).getAttribute('href')).toBe('/support');
  });

  test('suggests titles from 4 characters on, not counting surrounding spaces [SEARCH-007]', async () => {
    const api = searchApi();
    api.answer(suggestSearch, ({ query: { term } }) => ({
      ...noSuggestions,
      titles:
        term === 'roll'
          ? [aSearchResult({ header: someMarkedText('Moving a *rollover*'), publishedAt: '2026-03-09T12:00:00.000Z' })]
          : [],
    }));
    const { address } = openPortal('/', { api });
    await userEvent.type(await box(), ' rol ');
    await screen.findByText('Type at least 4 characters to search.');
    await waitFor(() => expect(requestedTerms(api)).toEqual(['rol']));
    expect(screen.queryByRole('group', { name: 'Titles' })).toBeNull();
    await userEvent.keyboard('{Enter}');
    expect(address()).toBe('/');
    await userEvent.clear(await box());
    await userEvent.type(await box(), 'roll');
    const title = await screen.findByRole('option', { name: /^Moving a rollover/ });
    expect(title.textContent).toBe('Moving a rolloverNews · Mar 9, 2026');
    expect(title.querySelector('mark')?.textContent).toBe('rollover');
    expect(screen.queryByText('Type at least 4 characters to search.')).toBeNull();
  });

  test('suggests full terms for an abbreviation under 4 characters, and choosing one searches for it [SEARCH-008]', async () => {
    const api = searchApi();
    api.answer(suggestSearch, {
      abbreviations: [{ abbreviation: 'RMD', meaning: 'required minimum distribution' }],
      titles: [],
      categories: [],
      destinations: [],
    });
    openPortal('/', { api });
    await userEvent.type(await box(), 'RMD');
    const option = await screen.findByRole('option', { name: /required minimum distribution/ });
    expect(option.textContent).toBe('required minimum distributionRMD');
    expect(option.getAttribute('href')).toBe('/search?term=required+minimum+distribution');
  });

  test('requests suggestions when typing pauses, and cancels outdated requests', async () => {
    const api = searchApi();
    openPortal('/', { api });
    await userEvent.type(await box(), 'annuity');
    await waitFor(() => expect(requestedTerms(api)).toContain('annuity'));
    expect(requestedTerms(api).length).toBeLessThan(4);
  });

  test('keeps the previous suggestions until new ones load, and announces their number', async () => {
    const api = searchApi();
    api.answer(suggestSearch, { ...noSuggestions, titles: [aSearchResult({ header: someMarkedText('*Rollover*') })] });
    openPortal('/', { api });
    await userEvent.type(await box(), 'roll');
    await screen.findByRole('option', { name: /^Rollover/ });
    await waitFor(() =>
      expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain('1 suggestion.'),
    );
    api.answer(suggestSearch, noSuggestions);
    const release = api.hold(suggestSearch);
    await userEvent.type(await box(), 'o');
    await waitFor(() => expect(requestedTerms(api)).toContain('rollo'));
    expect(screen.queryByRole('option', { name: /^Rollover/ })).not.toBeNull();
    await act(async () => release());
    await waitFor(() => expect(screen.queryByRole('option', { name: /^Rollover/ })).toBeNull());
  });

  test('suggests nothing when the request fails, and Enter still searches', async () => {
    const api = searchApi();
    api.fail(suggestSearch, 'unavailable');
    api.answer(searchPortal, aSearchAnswer());
    api.answer(listCategories, []);
    api.answer(listDepartments, []);
    const { address } = openPortal('/', { api });
    await userEvent.type(await box(), '  annuity fees ');
    await screen.findByRole('option', { name: 'All results for “annuity fees”' });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/search?term=annuity+fees'));
    await screen.findByRole('heading', { name: 'No results for “annuity fees”' });
  });

  test('suggests titles, people and categories for two or three letters, and Enter takes the first, even before it has loaded [SEARCH-033]', async () => {
    const api = searchApi();
    const news = aNewsItem({ header: 'Tax deadlines' });
    api.answer(getNewsItem, news);
    api.answer(suggestSearch, ({ query: { term } }) => ({
      ...noSuggestions,
      titles:
        term === 'tax' || term === 'fee'
          ? [aSearchResult({ id: news.id, path: `/news/${news.id}`, header: someMarkedText('*Tax* deadlines') })]
          : [aSearchResult({ path: '/news/other', header: someMarkedText('*Ta*') })],
      categories: [{ name: 'Tax & Estate', kind: 'resource' as const }],
      destinations: [
        { kind: 'person' as const, name: 'Tax Anders', detail: 'tax@portico.test', href: 'mailto:tax@portico.test' },
        { kind: 'menu' as const, name: 'Taxes', detail: null, href: '/taxes' },
      ],
    }));
    const { address } = openPortal('/', { api });
    await userEvent.type(await box(), 'tax');
    await screen.findByRole('option', { name: /^Tax deadlines/ });
    const links = Object.fromEntries(
      screen.getAllByRole('option').map((option) => [option.textContent, option.getAttribute('href')]),
    );
    expect(links).toEqual({
      [`Tax deadlinesNews · ${newsDateLabel(aSearchResult().publishedAt)}`]: `/news/${news.id}`,
      'Tax Anderstax@portico.test': '/search?term=Tax+Anders',
      'Tax & EstateResources': '/resources?category=Tax+%26+Estate',
    });
    const release = api.hold(suggestSearch);
    await userEvent.clear(await box());
    await userEvent.type(await box(), 'fe');
    await waitFor(() => expect(requestedTerms(api)).toContain('fe'));
    expect(screen.queryByRole('option')).toBeNull();
    await userEvent.type(await box(), 'e{Enter}');
    expect(address()).toBe('/');
    release();
    await waitFor(() => expect(address()).toBe(`/news/${news.id}`));
  });

  test('offers no menu pages for text without letters or digits, and Enter stays on the page [SEARCH-033]', async () => {
    const { address } = openPortal('/', { api: searchApi() });
    await userEvent.type(await box(), '?');
    await screen.findByText('Type at least 4 characters to search.');
    expect(screen.queryByRole('option')).toBeNull();
    await userEvent.keyboard('{Enter}');
    expect(address()).toBe('/');
  });

  test('offers everyone with the same name, each with their email address [SEARCH-033]', async () => {
    const api = searchApi();
    const person = (detail: string | null) => ({ kind: 'person' as const, name: 'Kim Lee', detail, href: null });
    api.answer(suggestSearch, {
      ...noSuggestions,
      destinations: [person('kim@portico.test'), person('k.lee@portico.test')],
    });
    openPortal('/', { api });
    await userEvent.type(await box(), 'kim');
    await screen.findByRole('option', { name: /k\.lee/ });
    expect(await options()).toEqual(['Kim Leekim@portico.test', 'Kim Leek.lee@portico.test']);
  });

  test('uses the only suggestion for a short abbreviation on Enter, and searches a short name with a digit [SEARCH-023]', async () => {
    const api = searchApi();
    api.answer(searchPortal, aSearchAnswer());
    api.answer(listCategories, []);
    api.answer(listDepartments, []);
    api.answer(suggestSearch, ({ query: { term } }) => ({
      abbreviations: term.toLowerCase() === 'adv' ? [{ abbreviation: 'ADV', meaning: 'Form ADV' }] : [],
      titles: [],
      categories: [],
      destinations: [],
    }));
    const { address } = openPortal('/', { api });
    await userEvent.type(await box(), 'ADV');
    await screen.findByRole('option', { name: /Form ADV/ });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/search?term=Form+ADV'));
    const field = await screen.findByRole('combobox', { name: 'Search the portal' });
    await userEvent.clear(field);
    await userEvent.type(field, 'W-9{Enter}');
    await waitFor(() => expect(address()).toBe('/search?term=W-9'));
    await userEvent.clear(field);
    await userEvent.type(field, 'abc{Enter}');
    expect(address()).toBe('/search?term=W-9');
  });

  test('gets focus on Ctrl-K and Cmd-K, and shows the shortcut', async () => {
    openPortal('/', { api: searchApi() });
    const field = await box();
    expect(field.getAttribute('aria-keyshortcuts')).toBe('Control+K');
    expect(screen.queryByText('Ctrl K')).not.toBeNull();
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(document.activeElement).toBe(field);
    act(() => field.blur());
    await userEvent.keyboard('{Meta>}k{/Meta}');
    expect(document.activeElement).toBe(field);
  });

  test('keeps text typed while the next page loads', async () => {
    const api = searchApi();
    const news = aNewsItem({ header: 'Rates hold' });
    api.answer(getNewsItem, news);
    const release = api.hold(getNewsItem);
    const { router } = openPortal('/', { api });
    await box();
    void router.navigate({ to: `/news/${news.id}` });
    await userEvent.keyboard('{Control>}k{/Control}re');
    release();
    await screen.findByRole('heading', { level: 1, name: 'Rates hold' });
    await userEvent.keyboard('st');
    expect(await box()).toHaveProperty('value', 'rest');
  });
});

describe('recent searches', () => {
  test('come first, and can be removed one by one with Delete or all at once', async () => {
    openPortal('/', { api: searchApi() });
    signInAs('ana');
    for (const term of ['annuity fees', 'rollover', 'Annuity fees']) addRecentSearch(term);
    await userEvent.click(await box());
    const recent = within(await screen.findByRole('group', { name: 'Recent searches' }));
    expect(recent.getAllByRole('option').map((option) => option.textContent)).toEqual(['Annuity fees', 'rollover']);
    await userEvent.keyboard('{ArrowDown}{Delete}');
    expect(recent.getAllByRole('option').map((option) => option.textContent)).toEqual(['rollover']);
    expect(readRecentSearches()).toEqual(['rollover']);
    await userEvent.click(screen.getByRole('button', { name: 'Clear recent searches' }));
    expect(screen.queryByRole('group', { name: 'Recent searches' })).toBeNull();
    expect(readRecentSearches()).toEqual([]);
  });

  test('are limited to six, and belong to the signed-in user', () => {
    signInAs('ana');
    for (let number = 1; number <= 7; number += 1) addRecentSearch(`term ${number}`);
    expect(readRecentSearches()).toEqual(['term 7', 'term 6', 'term 5', 'term 4', 'term 3', 'term 2']);
    signInAs('bob');
    expect(readRecentSearches()).toEqual([]);
    addRecentSearch('bonds');
    signInAs('ana');
    expect(readRecentSearches()).toEqual([]);
  });
});

describe('search on small screens', () => {
  test('opens full screen from a button, and closes on Escape', async () => {
    resizeTo(390);
    const api = searchApi();
    openPortal('/', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Search' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Search' }));
    const field = sheet.getByRole('combobox', { name: 'Search the portal' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await sheet.findByRole('option', { name: 'Support' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search' })));
  });

  test('opens on Ctrl-K, but not while another dialog is open', async () => {
    resizeTo(820);
    openPortal('/', { api: searchApi() });
    await userEvent.click(await screen.findByRole('button', { name: 'Menu' }));
    await screen.findByRole('dialog', { name: 'Menu' });
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Search' });
  });
});
