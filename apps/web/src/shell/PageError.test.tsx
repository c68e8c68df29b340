import { listNews } from '@portico/contracts/news';
import { getHome } from '@portico/contracts/home';
import { getMenu } from '@portico/contracts/menu';
import { fakeApi } from '@portico/testing/fakeApi';
import { act, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { expectErrorsInConsole, openPortal, watchLeaving } from '../testPortal.ts';

describe('a page that can not be shown', () => {
  test('[B7] because its call failed leaves the frame around it standing', async () => {
    const api = fakeApi();
    api.fail(getHome, 'unavailable');
    expectErrorsInConsole();
    openPortal('/', { api });
    expect((await screen.findByRole('alert')).textContent).toContain('This page could not be loaded');
    expect(screen.getByRole('contentinfo')).toBeTruthy();
    expect(document.title).toBe('Something went wrong - Portico');
  });

  test('[B7] because only the menu failed is shown all the same', async () => {
    const api = fakeApi();
    api.fail(getMenu, 'internal');
    window.innerWidth = 1440;
    openPortal('/', { api });
    expect(await screen.findByRole('region', { name: 'News' })).toBeTruthy();
    expect((await screen.findByRole('alert')).textContent).toContain('The menu could not be loaded.');
    window.innerWidth = 1024;
  });

  test('because the session was refused says so while the browser leaves', async () => {
    const api = fakeApi();
    api.fail(listNews, 'token_expired');
    const left = watchLeaving();
    expectErrorsInConsole();
    openPortal('/news', { api });
    expect((await screen.findByRole('alert')).textContent).toContain('Your session has ended');
    expect(left).toEqual(['/logout']);
  });

  test('keeps its data when a later call fails', async () => {
    const { api, cache } = openPortal('/');
    await screen.findByRole('region', { name: 'News' });
    api.fail(getHome, 'unavailable');
    await act(async () => await cache.invalidateQueries({ queryKey: ['home'] }));
    await vi.waitFor(() => expect(cache.getQueryState(['home'])?.status).toBe('error'));
    expect(screen.getByRole('region', { name: 'News' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
