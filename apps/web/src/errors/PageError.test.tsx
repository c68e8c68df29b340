import { listNews } from '@portico/contracts/news';
import { getHome } from '@portico/contracts/home';
import { getMenu } from '@portico/contracts/menu';
import { fakeApi } from '@portico/testing/fakeApi';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectErrorsInConsole, openPortal, watchLeaving } from '../testPortal.ts';
import { homeQuery } from '../features/home/home.queries.ts';
import { watchBuild } from '../routing/newBuild.ts';
import { PartBoundary } from '../kit/PartBoundary.tsx';

const ABBREVIATIONS = '../features/search/abbreviations/AbbreviationsPage.tsx';

describe('a page', () => {
  test('that fails to load leaves the frame around it in place [B7]', async () => {
    const api = fakeApi();
    api.fail(getHome, 'unavailable');
    expectErrorsInConsole();
    openPortal('/', { api });
    expect((await screen.findByRole('alert')).textContent).toContain('This page couldn’t be loaded');
    expect(screen.queryByRole('contentinfo')).not.toBeNull();
    expect(document.title).toBe('Something went wrong - Portico');
  });

  test('is shown even if the menu fails to load [B7, SIDEBAR-039]', async () => {
    const api = fakeApi();
    api.fail(getMenu, 'internal');
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    window.innerWidth = 1440;
    openPortal('/', { api });
    await screen.findByRole('region', { name: 'New for you' });
    expect((await screen.findByRole('alert')).textContent).toContain('The menu couldn’t be loaded.');
    expect(warned).toHaveBeenCalledExactlyOnceWith(
      'A call of the sidebar failed (internal): Something went wrong on our side. Reference req-test.',
    );
    window.innerWidth = 1024;
  });

  test('whose session was rejected says so while the browser leaves for /logout', async () => {
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
    await screen.findByRole('region', { name: 'New for you' });
    api.fail(getHome, 'unavailable');
    await act(async () => await cache.invalidateQueries({ queryKey: ['home'] }));
    await expect.poll(() => cache.getQueryState(homeQuery().queryKey)?.status).toBe('error');
    expect(screen.queryByRole('region', { name: 'New for you' })).not.toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('after a newer build was detected', () => {
  let left: string[];
  beforeEach(() => {
    sessionStorage.clear();
    watchBuild('b1');
    window.dispatchEvent(new Event('vite:preloadError'));
    left = watchLeaving();
    expectErrorsInConsole();
    return () => {
      vi.useRealTimers();
      watchBuild('unbuilt');
    };
  });

  test('the next page that fails reloads at its own address [BUILD-003]', async () => {
    const api = fakeApi();
    api.fail(listNews, 'internal');
    const { router } = openPortal('/', { api });
    await screen.findByRole('region', { name: 'New for you' });
    expect(left).toEqual([]);
    await act(async () => await router.navigate({ to: '/news' }));
    await expect.poll(() => left).toEqual(['reload']);
  });

  test('an address that this build has no page for reloads too [BUILD-003]', async () => {
    openPortal('/a-page-of-tomorrow');
    await expect.poll(() => left).toEqual(['reload']);
  });

  test('a second failure within ten seconds shows the error instead of reloading [BUILD-005]', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    sessionStorage.setItem('portico.reloaded-at', String(Date.now() - 9_999));
    openPortal('/a-page-of-tomorrow');
    await screen.findByText('Page not found');
    expect(left).toEqual([]);
  });

  test('a page that fails because the connection is down does not reload, which would lose it', async () => {
    const api = fakeApi();
    api.fail(listNews, 'offline');
    openPortal('/news', { api });
    await screen.findByText('We can’t reach the portal');
    expect(left).toEqual([]);
  });

  test('an address that this build has no page for does not reload offline, which would lose the portal [BUILD-003]', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    openPortal('/a-page-of-tomorrow');
    await screen.findByText('Page not found');
    expect(left).toEqual([]);
  });

  test('a page whose code isn’t here offline says so in the frame, and opens online [BUILD-004]', async () => {
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const Page = () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    };
    vi.doMock(ABBREVIATIONS, () => ({ Page }));
    openPortal('/search/abbreviations');
    expect((await screen.findByRole('alert')).textContent).toContain('You’re offline');
    expect(screen.queryByRole('contentinfo')).not.toBeNull();
    expect(left).toEqual([]);
    isOnline.mockReturnValue(true);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await expect.poll(() => left).toEqual(['reload']);
    vi.doUnmock(ABBREVIATIONS);
  });
});

describe('a part of the frame', () => {
  test('that throws leaves the rest of the page in place, and logs the error once [B7]', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const Broken = () => {
      throw new Error('Nothing works.');
    };
    render(
      <>
        <PartBoundary name="bar">
          <Broken />
        </PartBoundary>
        <p>The page</p>
      </>,
    );
    expect(screen.queryByText('The page')).not.toBeNull();
    expect(warned).toHaveBeenCalledExactlyOnceWith('The bar could not be shown.', expect.any(Error));
  });
});
