import { getVersion } from '@portico/contracts/version';
import { getHome, previewHome } from '@portico/contracts/home';
import { listOwnEntries } from '@portico/contracts/forms';
import { getNewsItem, listNews } from '@portico/contracts/news';
import { getWidgets } from '@portico/contracts/widgets';
import { aHome, aNewsItem, aNewsSummary } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../testPortal.ts';
import { ITEM_ID } from '../studio/testing/studioItems.ts';
import { clearVisitedPages, readVisitedPages } from '../sign-in/visitedPages.ts';

function resizeTo(width: number): void {
  window.innerWidth = width;
  window.dispatchEvent(new Event('resize'));
}

const emptyStorage = { getItem: () => null, removeItem: () => {}, clear: () => {}, key: () => null, length: 0 };

const crumbs = () =>
  within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

describe('the shell', () => {
  beforeEach(() => {
    resizeTo(1440);
    return () => resizeTo(1024);
  });

  test('has a top bar with breadcrumbs, the page, and a footer [SHELL-001]', async () => {
    const news = aNewsItem({ header: 'Rates hold' });
    const api = fakeApi();
    api.answer(getNewsItem, news);
    openPortal(`/news/${news.id}`, { api });
    await screen.findByRole('heading', { level: 1, name: 'Rates hold' });
    expect(within(screen.getAllByRole('banner')[0]!).queryByRole('navigation', { name: 'Breadcrumbs' })).not.toBeNull();
    await waitFor(() => expect(crumbs()).toEqual(['Dashboard', 'News', 'Rates hold']));
    expect(screen.getByRole('contentinfo').textContent).toContain('Portico');
    expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main');
  });

  test('omits the editors’ page from the breadcrumbs of the reader’s own entries', async () => {
    const api = fakeApi();
    api.answer(listOwnEntries, { page: 1, pageSize: 20, total: 0, begun: [], items: [] });
    openPortal('/forms/entries', { api });
    await waitFor(() => expect(crumbs()).toEqual(['Dashboard', 'My entries']));
  });

  test('has breadcrumbs of a page of one item that lead to pages that exist', async () => {
    expectErrorsInConsole();
    openPortal(`/studio/events/${ITEM_ID}/check-in`, { person: 'edda' });
    await waitFor(() => expect(crumbs()).toEqual(['Dashboard', 'Studio', 'Events desk', 'Check-in']));
  });

  test('is re-created only when the device class changes, around a page that stays [SHELL-004, SHELL-006, SHELL-014]', async () => {
    openPortal('/admin/maintenance');
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
    await userEvent.type(field, 'Upgrade at');
    const topBar = () => screen.getAllByRole('banner')[0];
    const onDesktop = topBar();
    act(() => resizeTo(1169));
    expect(topBar()).toBe(onDesktop);
    for (const width of [1168, 599, 1440]) {
      const before = topBar();
      act(() => resizeTo(width));
      expect(topBar()).not.toBe(before);
      expect(screen.queryByRole('navigation', { name: 'Breadcrumbs' }) !== null).toBe(width === 1440);
      expect(document.activeElement).toBe(field);
    }
    await userEvent.keyboard(' nine');
    expect(field.value).toBe('Upgrade at nine');
  });

  test('on small screens has a top bar with a menu button [SHELL-003]', async () => {
    resizeTo(390);
    openPortal('/');
    await screen.findByRole('region', { name: 'New for you' });
    expect(within(screen.getAllByRole('banner')[0]!).queryByRole('button', { name: /menu/i })).not.toBeNull();
  });

  test('includes the visible text in the accessible names of buttons for renamed widgets [PROD-007]', async () => {
    resizeTo(390);
    const api = fakeApi();
    api.answer(getWidgets, {
      widgets: [
        { id: 'calendar', kind: 'EventsCalendar', title: 'Events calendar' },
        { id: 'todo', kind: 'Todo', title: 'My tasks' },
      ],
    });
    openPortal('/', { api });
    expect((await screen.findByRole('button', { name: 'To-do: My tasks' })).textContent).toBe('To-do');
    expect(screen.getByRole('button', { name: 'Events calendar' }).textContent).toBe('Calendar');
    await userEvent.click(screen.getByRole('button', { name: 'To-do: My tasks' }));
    expect(await screen.findByRole('dialog', { name: 'My tasks' })).not.toBeNull();
  });

  test('moves focus to the heading of the next page and announces its name', async () => {
    const news = aNewsItem({ header: 'Rates hold' });
    const api = fakeApi();
    api.answer(listNews, {
      page: 1,
      pageSize: 10,
      total: 1,
      items: [aNewsSummary({ id: news.id, header: 'Rates hold' })],
    });
    api.answer(getNewsItem, news);
    openPortal('/news', { api });
    await userEvent.click(await screen.findByRole('link', { name: 'Rates hold' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Rates hold' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain('Rates hold');
  });

  test('says when the browser is offline, keeps the last data with its time, and refreshes it once online [BASE-015]', async () => {
    const { api } = openPortal('/');
    await screen.findByRole('region', { name: 'New for you' });
    const calls = api.callsTo(getHome).length;
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    api.fail(getVersion, 'offline');
    act(() => void window.dispatchEvent(new Event('offline')));
    await screen.findByText(/^You’re offline\. You’re seeing content from .+, \d{1,2}:\d\d [ap]m\.$/);
    expect(screen.queryByRole('region', { name: 'New for you' })).not.toBeNull();
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.queryByText(/You’re offline/)).toBeNull();
    await waitFor(() => expect(api.callsTo(getHome).length).toBeGreaterThan(calls));
  });

  test('works without a note on a connection that the browser takes for offline [BASE-031]', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { api } = openPortal('/');
    await screen.findByRole('region', { name: 'New for you' });
    act(() => void window.dispatchEvent(new Event('offline')));
    await waitFor(() => expect(api.callsTo(getVersion).length).toBeGreaterThan(0));
    api.answer(listNews, { page: 1, pageSize: 10, total: 0, items: [] });
    await userEvent.click(screen.getAllByRole('link', { name: 'News' })[0]!);
    await screen.findByRole('heading', { level: 1, name: 'News' });
    expect(screen.queryByText(/You’re offline/)).toBeNull();
  });

  test('shows the age of the oldest data on the page, whatever was fetched around it since [B3]', async () => {
    const { api, cache } = openPortal('/');
    api.fail(getVersion, 'offline');
    await screen.findByRole('region', { name: 'New for you' });
    const at = (iso: string) => ({ updatedAt: Date.parse(iso) });
    cache.setQueriesData({ queryKey: ['home'] }, (data: unknown) => data, at('2026-11-23T10:05:00'));
    cache.setQueriesData({ queryKey: ['notifications'] }, (data: unknown) => data, at('2026-11-23T14:30:00'));
    cache.setQueriesData({ queryKey: ['menu'] }, (data: unknown) => data, at('2026-11-20T10:00:00'));
    cache.setQueriesData({ queryKey: ['widgets'] }, (data: unknown) => data, at('2026-11-20T10:00:00'));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect((await screen.findByText(/^You’re offline/)).textContent).toMatch(/ 10:05 am\.$/);
  });

  test('shows the age of a page that was opened while offline [B3]', async () => {
    const { api, cache } = openPortal('/');
    api.fail(getVersion, 'offline');
    await screen.findByRole('region', { name: 'New for you' });
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    const opened = { updatedAt: Date.parse('2026-11-23T10:05:00') };
    act(() => void cache.setQueriesData({ queryKey: ['home'] }, (data: unknown) => data, opened));
    await waitFor(() => expect(screen.getByText(/^You’re offline/).textContent).toMatch(/ 10:05 am\.$/));
  });

  test('says that content could not be refreshed and how old it is, until a refresh succeeds [B3]', async () => {
    const { api, cache } = openPortal('/');
    await screen.findByRole('region', { name: 'New for you' });
    api.fail(getHome, 'unavailable');
    await act(async () => await cache.invalidateQueries({ queryKey: ['home'] }));
    await screen.findByText(
      /^Some content couldn’t be refreshed\. You’re seeing content from .+, \d{1,2}:\d\d [ap]m\.$/,
    );
    expect(screen.queryByRole('region', { name: 'New for you' })).not.toBeNull();
    api.answer(getHome, aHome());
    await act(async () => await cache.invalidateQueries({ queryKey: ['home'] }));
    await waitFor(() => expect(screen.queryByText(/Some content/)).toBeNull());
  });

  test.each(['missing', 'full'])('works when storage is %s, and says so once [B6]', async (kind) => {
    const refuse = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', kind === 'missing' ? undefined : { ...emptyStorage, setItem: refuse });
    openPortal('/');
    await screen.findByRole('region', { name: 'New for you' });
    expect(screen.queryByText(/^This browser doesn’t save data for this site/)).not.toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/^This browser doesn’t save data for this site/)).toBeNull();
  });

  test('lists visited pages, except the current one, next to the breadcrumbs and in the search box [SIDEBAR-011, VISITED-004]', async () => {
    clearVisitedPages();
    const api = fakeApi();
    api.answer(listNews, { page: 1, pageSize: 10, total: 0, items: [] });
    const { router } = openPortal('/', { api, person: 'ana' });
    await screen.findByRole('region', { name: 'New for you' });
    expect(screen.queryByRole('button', { name: 'Recent pages' })).toBeNull();
    await act(async () => await router.navigate({ to: '/news', search: { sort: 'oldest' } }));
    await screen.findByRole('heading', { level: 1, name: 'News' });
    await waitFor(() => expect(readVisitedPages().map(({ path }) => path)).toContain('/news'));
    await act(async () => await router.navigate({ to: '/' }));
    const button = await screen.findByRole('button', { name: 'Recent pages' });
    await userEvent.click(button);
    const menu = screen.getByRole('navigation', { name: 'Recent pages' });
    expect(
      within(menu)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([['News', '/news']]);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('navigation', { name: 'Recent pages' })).toBeNull();
    expect(document.activeElement).toBe(button);
    await userEvent.click(screen.getByRole('combobox', { name: 'Search the portal' }));
    const offered = await screen.findByRole('group', { name: 'Recent pages' });
    expect(
      within(offered)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['News']);
  });

  test('does not record visits to drafts or to pages that failed to load', async () => {
    clearVisitedPages();
    const api = fakeApi();
    api.fail(getNewsItem, 'unavailable');
    api.answer(previewHome, aHome());
    expectErrorsInConsole();
    const { router } = openPortal(`/news/${aNewsItem().id}`, { api, person: 'ana' });
    await screen.findByRole('alert');
    await act(async () => await router.navigate({ to: '/preview' }));
    await screen.findByRole('region', { name: 'New for you' });
    expect(readVisitedPages()).toEqual([]);
  });
});
