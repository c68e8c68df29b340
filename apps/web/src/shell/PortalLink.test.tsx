import { getHome } from '@portico/contracts/home';
import { listNews } from '@portico/contracts/news';
import { aNewsSummary } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openPortal } from '../testPortal.ts';

function newsApi() {
  const api = fakeApi();
  api.answer(listNews, { page: 1, pageSize: 10, total: 30, items: [aNewsSummary()] });
  return api;
}

describe('a link of the portal', () => {
  test('[ROUTE-001, ROUTE-026] is preloaded when it is pointed at or focused, and opens without loading the document', async () => {
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

  test('with a modifier key, or the middle button, is left to the browser', async () => {
    const { address } = openPortal('/');
    const link = await screen.findByRole('link', { name: 'All news' });
    link.addEventListener('click', (event) => event.preventDefault());
    for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }]) fireEvent.click(link, init);
    expect(address()).toBe('/');
  });

  test('is not marked as current because it leads to a part of the open address', async () => {
    openPortal('/news?page=2&category=Audit', { api: newsApi() });
    const first = await screen.findByRole('link', { name: 'Page 1' });
    expect(first.getAttribute('aria-current')).toBeNull();
    expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
  });
});
