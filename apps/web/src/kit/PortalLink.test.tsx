import { getHome } from '@portico/contracts/home';
import { getNewsItem, listNews } from '@portico/contracts/news';
import { aNewsItem, aNewsSummary } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openPortal } from '../testPortal.ts';
import { PortalLink } from './PortalLink.tsx';

function newsApi() {
  const api = fakeApi();
  api.answer(listNews, { page: 1, pageSize: 10, total: 30, items: [aNewsSummary()] });
  return api;
}

describe('a portal link', () => {
  test('preloads its page on hover or focus, and opens it without loading the document [ROUTE-001, ROUTE-026]', async () => {
    const api = newsApi();
    const { address } = openPortal('/', { api });
    const link = await screen.findByRole('link', { name: 'All news' });
    expect(api.callsTo(listNews)).toHaveLength(0);
    await userEvent.hover(link);
    await waitFor(() => expect(api.callsTo(listNews)).toHaveLength(1));
    await userEvent.click(link);
    await screen.findByRole('heading', { level: 1, name: 'News' });
    expect(address()).toBe('/news');
    expect(api.callsTo(listNews)).toHaveLength(1);
    expect(api.callsTo(getHome)).toHaveLength(1);
  });

  test('opens its page immediately with placeholders while the data is still being preloaded', async () => {
    const api = newsApi();
    const release = api.hold(listNews);
    const { address } = openPortal('/', { api });
    const link = await screen.findByRole('link', { name: 'All news' });
    await userEvent.hover(link);
    await waitFor(() => expect(api.callsTo(listNews)).toHaveLength(1));
    await userEvent.click(link);
    await screen.findByRole('heading', { level: 1, name: 'News' });
    expect(address()).toBe('/news');
    expect(screen.queryByRole('article')).toBeNull();
    release();
    await screen.findByRole('article');
    expect(api.callsTo(listNews)).toHaveLength(1);
  });

  test.for([
    'javascript:window.ran=1',
    'data:text/plain,x',
    '//other.example',
    '/\\other.example',
    'https://a:b@x.example',
  ])('to %s is only its text, like any address that is not allowed [X2]', (href) => {
    render(<PortalLink href={href}>Open it</PortalLink>);
    expect(screen.queryByText('Open it')).not.toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
  });

  test.for(['/media/documents/00000000-0000-4000-8000-0000000000aa', '/api/v1/events/x/calendar.ics'])(
    'to %s, which the server handles, is left to the browser',
    async (href) => {
      const api = fakeApi();
      api.answer(getNewsItem, aNewsItem({ components: [{ id: 'file', type: 'Link', text: 'The file', href }] }));
      const { address } = openPortal('/news/00000000-0000-4000-8000-000000000001', { api });
      const link = await screen.findByRole('link', { name: 'The file' });
      let isTaken: boolean | undefined;
      document.addEventListener(
        'click',
        (event) => {
          isTaken = event.defaultPrevented;
          event.preventDefault();
        },
        { once: true },
      );
      fireEvent.click(link);
      expect(isTaken).toBe(false);
      expect(address()).toBe('/news/00000000-0000-4000-8000-000000000001');
    },
  );

  test('preloads at most four pages at a time, and the next ones as slots become free [ROUTE-026]', async () => {
    const api = fakeApi();
    api.answer(listNews, { page: 1, pageSize: 10, total: 6, items: Array.from({ length: 6 }, () => aNewsSummary()) });
    api.answer(getNewsItem, aNewsItem());
    const release = api.hold(getNewsItem);
    openPortal('/news', { api });
    for (const article of await screen.findAllByRole('article'))
      await userEvent.hover(within(article).getAllByRole('link')[0]!);
    await waitFor(() => expect(api.callsTo(getNewsItem)).toHaveLength(4));
    await new Promise((later) => setTimeout(later, 50));
    expect(api.callsTo(getNewsItem)).toHaveLength(4);
    release();
    await waitFor(() => expect(new Set(api.callsTo(getNewsItem).map(({ path }) => path)).size).toBe(6));
  });

  test('pressed with a modifier key or the middle button is left to the browser', async () => {
    const { address } = openPortal('/');
    const link = await screen.findByRole('link', { name: 'All news' });
    link.addEventListener('click', (event) => event.preventDefault());
    for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])
      fireEvent.click(link, init);
    expect(address()).toBe('/');
  });

  test('is not marked as current just because its address is part of the open one', async () => {
    openPortal('/news?page=2&category=Audit', { api: newsApi() });
    const first = await screen.findByRole('link', { name: 'Page 1' });
    expect(first.getAttribute('aria-current')).toBeNull();
    expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
  });
});
