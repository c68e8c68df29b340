import { DAY_MS } from '@portico/contracts/durations';
import { listNews, NEWS_PAGE_SIZE } from '@portico/contracts/news';
import { anId, aNewsSummary } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { startOfDay } from '../../dates/days.ts';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';

/** A fake server with `total` news items, in pages. */
function newsApi(total = 25) {
  const api = fakeApi();
  api.answer(listNews, ({ query: { page = 1, pageSize = NEWS_PAGE_SIZE } }) => ({
    page,
    pageSize,
    total,
    items: Array.from({ length: Math.max(0, Math.min(pageSize, total - (page - 1) * pageSize)) }, (_, index) =>
      aNewsSummary({ header: `News ${(page - 1) * pageSize + index + 1}` }),
    ),
  }));
  return api;
}

const lastQuery = (api: ReturnType<typeof fakeApi>) =>
  new URL(api.callsTo(listNews).at(-1)!.path, 'https://portal.test').searchParams;
const headings = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

describe('the news list', () => {
  test('shows large totals with commas, and has no links beyond the last page that the server can return', async () => {
    const total = 123_456;
    openPortal('/news?page=1000', { api: newsApi(total) });
    expect(await screen.findByText('9,991–10,000 of 123,456 news items')).toBeDefined();
    const pages = screen.getByRole('navigation', { name: 'Pages of news' });
    expect(
      within(pages)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toContain('1000');
    expect(within(pages).queryByRole('link', { name: 'Next page' })).toBeNull();
  });

  test('says when there are more items than were counted [BASE-018]', async () => {
    const api = fakeApi();
    const items = Array.from({ length: 10 }, (_, index) => aNewsSummary({ header: `News ${index}` }));
    api.answer(listNews, { page: 1, pageSize: 10, total: 10_000, totalIsMinimum: true, items });
    openPortal('/news?category=Tax', { api });
    expect(await screen.findByText('1–10 of more than 10,000 news items')).toBeDefined();
  });

  test('shows the first page, newest first, and each card links to its item [ROUTE-007, NEWS-006, NEWS-008]', async () => {
    const id = anId();
    const api = fakeApi();
    api.answer(listNews, {
      page: 1,
      pageSize: 10,
      total: 1,
      items: [aNewsSummary({ id, header: 'Rates hold', publishedAt: '2026-03-09T12:00:00.000Z' })],
    });
    openPortal('/news', { api });
    const link = await screen.findByRole('link', { name: 'Rates hold' });
    expect(link.getAttribute('href')).toBe(`/news/${id}`);
    expect(screen.getAllByText('Mar 9, 2026')).toHaveLength(1);
    expect(screen.getByText('1 news item').getAttribute('role')).toBe('status');
    expect(Object.fromEntries(lastQuery(api))).toEqual({ page: '1', pageSize: '10', sort: 'Descending' });
    expect(document.title).toBe('News - Portico');
  });

  test('sorts by the order in the address, and sorting keeps the scroll position [NEWS-003, NEWS-015]', async () => {
    const api = newsApi();
    const { address } = openPortal('/news', { api });
    await screen.findByRole('link', { name: 'News 1' });
    vi.mocked(window.scrollTo).mockClear();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Oldest first');
    await waitFor(() => expect(address()).toBe('/news?sort=oldest'));
    await waitFor(() => expect(lastQuery(api).get('sort')).toBe('Ascending'));
    expect(window.scrollTo).not.toHaveBeenCalled();
  });

  test('presets of 30, 60, and 90 days fill in the range [NEWS-005]', async () => {
    const api = newsApi();
    const { address } = openPortal('/news?page=2', { api });
    await userEvent.click(await screen.findByRole('radio', { name: '60 days' }));
    await waitFor(() => expect(address()).toBe('/news?days=60'));
    await waitFor(() => expect(lastQuery(api).get('from')).not.toBeNull());
    const [from, to] = [new Date(lastQuery(api).get('from')!), new Date(lastQuery(api).get('to')!)];
    expect(Math.round((to.getTime() - from.getTime()) / DAY_MS)).toBe(61);
    expect(await screen.findAllByRole('button', { name: 'Remove filter: Last 60 days' })).toHaveLength(1);
  });

  test('a date range typed at a person’s pace filters by exactly these days, also in the future [NEWS-019]', async () => {
    const api = newsApi();
    const { address } = openPortal('/news', { api });
    const user = userEvent.setup({ delay: 60 });
    await user.click((await screen.findAllByRole('spinbutton'))[0]!);
    for (const digit of '1201202612312026') {
      await user.keyboard(digit);
      expect(address()).toMatch(/^\/news(\?from=2026-12-01&to=2026-12-31)?$/);
    }
    await waitFor(() => expect(address()).toBe('/news?from=2026-12-01&to=2026-12-31'));
    await waitFor(() => expect(lastQuery(api).get('to')).toBe(startOfDay('2027-01-01')));
    const froms = api
      .callsTo(listNews)
      .map(({ path }) => new URL(path, 'https://portal.test').searchParams.get('from'));
    expect(new Set(froms)).toEqual(new Set([null, startOfDay('2026-12-01')]));
  });

  test('converts a range in the address to instants of the reader’s days, including the last one [NEWS-004]', async () => {
    const api = newsApi();
    openPortal('/news?from=2026-02-01&to=2026-02-28', { api });
    await screen.findByRole('link', { name: 'News 1' });
    expect(lastQuery(api).get('from')).toBe(startOfDay('2026-02-01'));
    expect(lastQuery(api).get('to')).toBe(startOfDay('2026-03-01'));
    expect(screen.getAllByRole('button', { name: 'Remove filter: Feb 1, 2026 – Feb 28, 2026' })).toHaveLength(1);
  });

  test('categories are in a menu with counts and in the address, and can be removed separately or together [NEWS-015]', async () => {
    const api = newsApi();
    const { address } = openPortal('/news', { api });
    await userEvent.click(await screen.findByRole('button', { name: /^Category/ }));
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Audit/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /^Markets/ }));
    await waitFor(() => expect(address()).toBe('/news?category=Audit&category=Markets'));
    await waitFor(() => expect(lastQuery(api).getAll('category')).toEqual(['Audit', 'Markets']));
    await screen.findByRole('checkbox', { name: /^Audit ?4 ?items/ });
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Audit' }));
    await waitFor(() => expect(address()).toBe('/news?category=Markets'));
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(address()).toBe('/news'));
    expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
  });

  test('a category has the same color in the filter and on every card [NEWS-014]', async () => {
    const api = fakeApi();
    api.answer(listNews, {
      page: 1,
      pageSize: 10,
      total: 2,
      items: [aNewsSummary({ categories: ['Markets'] }), aNewsSummary({ categories: ['Audit', 'Markets'] })],
    });
    openPortal('/news', { api });
    await userEvent.click(await screen.findByRole('button', { name: /^Category/ }));
    const filter = (await screen.findByRole('checkbox', { name: /^Markets/ })).parentElement!;
    const hues = [
      filter.querySelector<HTMLElement>('[data-category]')!,
      ...screen.getAllByText('Markets', { selector: 'li > span' }),
    ].map((chip) => chip.style.getPropertyValue('--hue'));
    expect(hues).toHaveLength(3);
    expect(new Set(hues).size).toBe(1);
    expect(screen.getByText('Audit', { selector: 'li > span' }).style.getPropertyValue('--hue')).not.toBe(hues[0]);
  });

  test('page links are in the sticky footer, and another page opens at the top [NEWS-007, SHELL-011]', async () => {
    const api = newsApi(25);
    const { address } = openPortal('/news?sort=oldest', { api });
    const pages = within(await screen.findByRole('navigation', { name: 'Pages of news' }));
    expect(pages.getByRole('link', { name: 'Page 3' }).getAttribute('href')).toBe('/news?page=3&sort=oldest');
    vi.mocked(window.scrollTo).mockClear();
    await userEvent.click(pages.getByRole('link', { name: 'Page 3' }));
    expect(await screen.findAllByRole('link', { name: 'News 25' })).toHaveLength(1);
    expect(address()).toBe('/news?page=3&sort=oldest');
    expect(screen.getAllByText('21–25 of 25 news items')).toHaveLength(1);
    expect(window.scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }));
    expect(screen.getByRole('main').contains(screen.getByRole('navigation', { name: 'Pages of news' }))).toBe(false);
  });

  test('keeps the previous items visible while another page loads [ROUTE-003]', async () => {
    const api = newsApi(25);
    openPortal('/news', { api });
    await screen.findByRole('link', { name: 'News 1' });
    const release = api.hold(listNews);
    await userEvent.click(screen.getByRole('link', { name: 'Next page' }));
    await waitFor(() => expect(api.callsTo(listNews)).toHaveLength(2));
    expect(headings()).toContain('News 1');
    await act(async () => release());
    expect(await screen.findAllByRole('link', { name: 'News 11' })).toHaveLength(1);
    expect(headings()).not.toContain('News 1');
  });

  test('ignores invalid values in the address [NEWS-015]', async () => {
    const api = newsApi();
    openPortal('/news?page=zero&sort=sideways&days=31&from=2026-02-31&to=yesterday&category=&utm=1', { api });
    await screen.findByRole('link', { name: 'News 1' });
    expect(Object.fromEntries(lastQuery(api))).toEqual({ page: '1', pageSize: '10', sort: 'Descending' });
  });

  test('collapses the filters on phones and keeps active ones visible', async () => {
    window.innerWidth = 390;
    openPortal('/news?category=Audit', { api: newsApi() });
    const fold = await screen.findByRole('button', { name: 'Filters' });
    expect(screen.queryByRole('button', { name: /^Category/ })).toBeNull();
    expect(screen.getAllByRole('button', { name: 'Remove filter: Audit' })).toHaveLength(1);
    await userEvent.click(fold);
    expect(await screen.findAllByRole('button', { name: /^Category/ })).toHaveLength(1);
    expect(fold.getAttribute('aria-expanded')).toBe('true');
    window.innerWidth = 1024;
  });

  test('has a message for no matches, which clears the filters [BASE-014]', async () => {
    const api = newsApi(0);
    const { address } = openPortal('/news?category=Audit', { api });
    expect(await screen.findAllByRole('heading', { name: 'No news matches these filters' })).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
    await waitFor(() => expect(address()).toBe('/news'));
  });

  test('searches the news as the reader types, and keeps the text in the address [NEWS-016]', async () => {
    const api = newsApi();
    const { address } = openPortal('/news', { api });
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search news' }), 'fee change');
    await waitFor(() => expect(address()).toBe('/news?text=fee+change'));
    await waitFor(() => expect(lastQuery(api).get('text')).toBe('fee change'));
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter: “fee change”' }));
    await waitFor(() => expect(address()).toBe('/news'));
  });

  test('links to the first page from a page beyond the last', async () => {
    const { address } = openPortal('/news?page=9', { api: newsApi(25) });
    await userEvent.click(await screen.findByRole('button', { name: 'Show the first page' }));
    expect(await screen.findAllByRole('link', { name: 'News 1' })).toHaveLength(1);
    expect(address()).toBe('/news');
  });

  test('shows placeholders while it loads [BASE-014]', async () => {
    const api = newsApi();
    const release = api.hold(listNews);
    openPortal('/news', { api });
    expect(await screen.findAllByText('Loading news')).toHaveLength(1);
    release();
    expect(await screen.findAllByRole('link', { name: 'News 1' })).toHaveLength(1);
  });

  test('shows an error, and loads on a retry [BASE-014]', async () => {
    const api = newsApi();
    api.fail(listNews, 'offline');
    expectErrorsInConsole();
    openPortal('/news', { api });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('We can’t reach the portal');
    const working = newsApi();
    vi.stubGlobal('fetch', working.fetch);
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByRole('link', { name: 'News 1' })).toHaveLength(1);
  });
});
