import { getHome } from '@portico/contracts/home';
import { searchPortal } from '@portico/contracts/search';
import { aSearchAnswer } from '@portico/testing/searchBuilders';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { homeQuery } from '../features/home/home.queries.ts';
import { expectErrorsInConsole, openPortal, watchLeaving } from '../testPortal.ts';

describe('the error page', () => {
  test('is shown for an address that no route matches [ROUTE-023, ERROR-001, ERROR-002, ERROR-003]', async () => {
    openPortal('/no/such/page');
    await screen.findByRole('heading', { level: 1, name: 'Whoopsie-daisy!' });
    expect(screen.getByRole('main').textContent).toContain('Page not found');
    expect(screen.queryByText(/mischievous code/)).not.toBeNull();
    expect(screen.queryByRole('img', { name: 'A portico with one column tipped over' })).not.toBeNull();
    expect(
      within(screen.getByRole('navigation', { name: 'Main' }))
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Dashboard', 'News']);
    expect(document.title).toBe('Page not found - Portico');
  });

  test('keeps the portal around a missing page, says what may have happened and offers a search [ERROR-009]', async () => {
    window.innerWidth = 1440;
    const api = fakeApi();
    api.answer(searchPortal, aSearchAnswer());
    const { address } = openPortal('/news/no-id', { api });
    const main = within(await screen.findByRole('main'));
    await main.findByText('Page Not Found: /news/no-id');
    await main.findByText(/^The address may be mistyped/);
    expect(screen.queryByRole('contentinfo')).not.toBeNull();
    await userEvent.type(main.getByRole('combobox', { name: 'Search for the page' }), 'rollover{Enter}');
    await waitFor(() => expect(address()).toBe('/search?term=rollover'));
    window.innerWidth = 1024;
  });

  test('has a "Take me home" button that links to the dashboard [ERROR-004]', async () => {
    openPortal('/no/such/page');
    expect((await screen.findByRole('link', { name: 'Take me home' })).getAttribute('href')).toBe('/');
  });

  test('is shown for an unexpected error until the person navigates away [ERROR-005]', async () => {
    const api = fakeApi();
    expectErrorsInConsole();
    const { cache } = openPortal('/forbidden', { api });
    // Data that no page can render.
    cache.setQueryData([...homeQuery().queryKey], { callouts: 'no list' });
    await userEvent.click(await screen.findByRole('link', { name: 'Go to the dashboard' }));
    await screen.findByRole('heading', { level: 1, name: 'Whoopsie-daisy!' });
    expect(screen.getByRole('main').textContent).toContain('Something went wrong');
    expect(api.callsTo(getHome).length).toBeLessThan(2);
  });

  test('at /forbidden explains the missing access, links to the dashboard, and needs no session [ROUTE-020, ROUTE-025]', async () => {
    const left = watchLeaving();
    openPortal('/forbidden', { isSignedIn: false });
    await screen.findByRole('heading', { level: 1, name: 'You don’t have access' });
    expect(screen.getByRole('link', { name: 'Go to the dashboard' }).getAttribute('href')).toBe('/');
    await waitFor(() => expect(left).toEqual([]));
  });
});
