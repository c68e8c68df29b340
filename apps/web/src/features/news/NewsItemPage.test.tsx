import type { ErrorCode } from '@portico/contracts/errors';
import { getNewsItem, listNews } from '@portico/contracts/news';
import { getCurrentUser } from '@portico/contracts/users';
import { aCurrentUser, anId, anImage, aNewsItem, aNewsSummary, aResource } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';

describe('a news item', () => {
  test('shows headline, categories, date, department, author, picture, and body [ROUTE-008, NEWS-002, NEWS-011]', async () => {
    const news = aNewsItem({
      header: 'Rates hold',
      publishedAt: '2026-03-09T12:00:00.000Z',
      image: anImage({ alt: 'A bank', credit: 'J. Doe' }),
    });
    const api = fakeApi();
    api.answer(getNewsItem, news);
    openPortal(`/news/${news.id}`, { api });
    expect(await screen.findAllByRole('heading', { level: 1, name: 'Rates hold' })).toHaveLength(1);
    expect(screen.getByText('Mar 9, 2026').parentElement?.textContent).toBe('Mar 9, 2026ResearchAna Ruiz');
    expect(screen.getByRole('list', { name: 'Categories' }).textContent).toBe('Markets');
    expect(screen.getAllByRole('img', { name: 'A bank' })).toHaveLength(1);
    expect(screen.getAllByText('Picture: J. Doe')).toHaveLength(1);
    expect(screen.getAllByRole('heading', { level: 2, name: /^What it means/ })).toHaveLength(1);
    expect(screen.getAllByText('Borrowing costs the same as before.')).toHaveLength(1);
    expect(document.title).toBe('Rates hold - Portico');
  });

  test('has a table of contents when it has three headings', async () => {
    const news = aNewsItem({ components: aResource().components });
    const api = fakeApi();
    api.answer(getNewsItem, news);
    openPortal(`/news/${news.id}`, { api });
    const [contents] = await screen.findAllByRole('navigation', { name: 'On this page' });
    expect(within(contents!).getAllByRole('link')).toHaveLength(3);
  });

  test('links to the studio for editors only [STUDIO-022]', async () => {
    const news = aNewsItem({ header: 'Rates hold' });
    const api = fakeApi();
    api.answer(getNewsItem, news);
    const { cache } = openPortal(`/news/${news.id}`, { api });
    await screen.findByRole('heading', { level: 1, name: 'Rates hold' });
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    api.answer(getCurrentUser, aCurrentUser({ roles: ['member', 'studio'] }));
    await act(async () => await cache.invalidateQueries());
    expect((await screen.findByRole('link', { name: 'Edit' })).getAttribute('href')).toBe(`/studio/${news.id}`);
  });

  test('links to related news, and following a link focuses the next headline', async () => {
    const next = aNewsItem({ header: 'Funds close' });
    const news = aNewsItem({ header: 'Rates hold', related: [aNewsSummary({ id: next.id, header: 'Funds close' })] });
    const api = fakeApi();
    api.answer(getNewsItem, ({ params }) => (params.newsId === next.id ? next : news));
    openPortal(`/news/${news.id}`, { api });
    const related = within(await screen.findByRole('region', { name: 'Related news' }));
    await userEvent.click(related.getByRole('link', { name: 'Funds close' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Funds close' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(document.title).toBe('Funds close - Portico');
  });

  test.each<ErrorCode>(['forbidden', 'not_found'])(
    'is "Page Not Found" with status 404 when the server answers %s [ERROR-006]',
    async (code) => {
      const api = fakeApi();
      api.fail(getNewsItem, code);
      expectErrorsInConsole();
      openPortal(`/news/${anId()}`, { api });
      await waitFor(() => expect(screen.getByRole('main').textContent).toContain('404 Page Not Found'));
      expect(document.title).toBe('Page Not Found - Portico');
      expect(screen.getByRole('main').textContent).not.toContain('req-test');
    },
  );

  test('with a malformed id is rejected without a request [ROUTE-024]', async () => {
    const { api } = openPortal('/news/not-a-uuid');
    await waitFor(() => expect(screen.getByRole('main').textContent).toContain('404 Page Not Found: /news/not-a-uuid'));
    expect(api.callsTo(getNewsItem)).toEqual([]);
  });

  test('shows an error with a retry inside the portal when it fails to load [BASE-014]', async () => {
    const news = aNewsItem({ header: 'Rates hold' });
    const api = fakeApi();
    api.fail(getNewsItem, 'unavailable');
    expectErrorsInConsole();
    openPortal(`/news/${news.id}`, { api });
    const alert = await screen.findByRole('alert');
    api.answer(getNewsItem, news);
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByRole('heading', { level: 1, name: 'Rates hold' })).toHaveLength(1);
  });

  test('has a button to copy its address', async () => {
    const news = aNewsItem();
    const api = fakeApi();
    api.answer(getNewsItem, news);
    const user = userEvent.setup();
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    openPortal(`/news/${news.id}`, { api });
    await user.click(await screen.findByRole('button', { name: 'Copy link' }));
    expect(write).toHaveBeenCalledWith(expect.stringMatching(/^https?:\/\//));
    expect(await screen.findAllByText('Link copied.')).toHaveLength(1);
  });

  test('opens at the top from the list [ROUTE-002]', async () => {
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
    const link = await screen.findByRole('link', { name: 'Rates hold' });
    vi.mocked(window.scrollTo).mockClear();
    await userEvent.click(link);
    await screen.findByRole('heading', { level: 1, name: 'Rates hold' });
    await waitFor(() => expect(window.scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 0 })));
  });
});
