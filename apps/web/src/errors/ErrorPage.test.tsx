import { getHome } from '@portico/contracts/home';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal, watchLeaving } from '../testPortal.ts';

describe('the error page', () => {
  test('stands for an address that no route matches [ROUTE-023, ERROR-001, ERROR-002, ERROR-003]', async () => {
    openPortal('/no/such/page');
    expect(await screen.findByRole('heading', { level: 1, name: 'Whoopsie-daisy!' })).toBeTruthy();
    expect(screen.getByRole('main').textContent).toContain('Page not found');
    expect(screen.getByText(/mischievous code/)).toBeTruthy();
    expect(screen.getByRole('img', { name: 'A portico with one column tipped over' })).toBeTruthy();
    expect(
      within(screen.getByRole('navigation', { name: 'Main' }))
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Dashboard', 'News']);
    expect(document.title).toBe('Page not found - Portico');
  });

  test('has a button written "Take me home" that leads to the dashboard [ERROR-004]', async () => {
    openPortal('/no/such/page');
    expect((await screen.findByRole('link', { name: 'Take me home' })).getAttribute('href')).toBe('/');
  });

  test('stands for what nobody expected, and is left by going elsewhere [ERROR-005]', async () => {
    const api = fakeApi();
    expectErrorsInConsole();
    const { cache } = openPortal('/forbidden', { api });
    // Something in the cache that no page can show.
    cache.setQueryData(['home'], { callouts: 'no list' });
    await userEvent.click(await screen.findByRole('link', { name: 'Go to the dashboard' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Whoopsie-daisy!' })).toBeTruthy();
    expect(screen.getByRole('main').textContent).toContain('Something went wrong');
    expect(api.callsTo(getHome).length).toBeLessThan(2);
  });

  test('/forbidden explains, offers a way home and needs no session [ROUTE-020, ROUTE-025]', async () => {
    const left = watchLeaving();
    openPortal('/forbidden', { isSignedIn: false });
    expect(await screen.findByRole('heading', { level: 1, name: 'You don’t have access' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the dashboard' }).getAttribute('href')).toBe('/');
    await waitFor(() => expect(left).toEqual([]));
  });
});
