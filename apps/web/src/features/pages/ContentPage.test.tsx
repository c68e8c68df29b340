import { getContentPage, previewContentPage, contentPagePaths } from '@portico/contracts/pages';
import { getCurrentUser } from '@portico/contracts/users';
import { aContentPage, aCurrentUser } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';

function pageApi() {
  const api = fakeApi();
  api.answer(getContentPage, ({ query: { path } }) => aContentPage({ path, header: `All about ${path.slice(1)}` }));
  api.answer(previewContentPage, ({ query: { path } }) =>
    aContentPage({ path, header: `Draft about ${path.slice(1)}` }),
  );
  return api;
}

const crumbs = () =>
  within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

beforeEach(() => {
  window.innerWidth = 1440;
  return () => {
    window.innerWidth = 1024;
  };
});

describe('a content page', () => {
  test.each(contentPagePaths)(
    '[ROUTE-018, ROUTE-021] %s is found by its path and made of its components',
    async (path) => {
      const api = pageApi();
      openPortal(path, { api });
      const title = `All about ${path.slice(1)}`;
      expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
      expect(screen.getByText('Who helps with what.')).toBeTruthy();
      expect(screen.getByRole('heading', { level: 2, name: /Service desk/ })).toBeTruthy();
      expect(document.title).toBe(`${title} - Portico`);
      await waitFor(() => expect(crumbs()).toEqual(['Dashboard', title]));
      expect(api.callsTo(getContentPage)).toHaveLength(1);
    },
  );

  test('that is not there is "Page Not Found", status 404', async () => {
    const api = fakeApi();
    api.fail(getContentPage, 'not_found');
    expectErrorsInConsole();
    openPortal('/support', { api });
    await waitFor(() => expect(screen.getByRole('main').textContent).toContain('404 Page Not Found'));
  });

  test('[BASE-014] shows its places while it loads', async () => {
    const api = pageApi();
    const letGo = api.hold(getContentPage);
    openPortal('/support', { api });
    expect(await screen.findByText('Loading the page')).toBeTruthy();
    letGo();
    expect(await screen.findByRole('heading', { level: 1, name: 'All about support' })).toBeTruthy();
  });

  test('[BASE-014] that fails to load says so, with a retry', async () => {
    const api = fakeApi();
    api.fail(getContentPage, 'unavailable');
    expectErrorsInConsole();
    openPortal('/support', { api });
    const alert = await screen.findByRole('alert');
    vi.stubGlobal('fetch', pageApi().fetch);
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'All about support' })).toBeTruthy();
  });

  test('[PREVIEW-001, PREVIEW-002] has a preview with its draft, without top bar and search', async () => {
    openPortal('/support/preview', { api: pageApi() });
    expect(await screen.findByRole('heading', { level: 1, name: 'Draft about support' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open the published page' }).getAttribute('href')).toBe('/support');
    expect(screen.queryByRole('navigation', { name: 'Breadcrumbs' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Search the portal' })).toBeNull();
  });

  test('[PREVIEW-003] has no preview for those who may not edit', async () => {
    const api = fakeApi();
    api.fail(previewContentPage, 'not_found');
    expectErrorsInConsole();
    openPortal('/accounts/preview', { api });
    await waitFor(() => expect(screen.getByRole('main').textContent).toContain('404 Page Not Found'));
  });
});

describe('the page about applications', () => {
  test('[ROUTE-022] lists those that the person has any access to, by name, and marks where something is to do', async () => {
    const api = pageApi();
    api.answer(
      getCurrentUser,
      aCurrentUser({
        applications: [
          { application: 'Redtail', accessLevel: 'Access', launchUrl: null },
          { application: 'eMoney', accessLevel: 'ActionRequired', launchUrl: 'https://emoney.example/' },
          { application: 'Orion', accessLevel: 'None', launchUrl: null },
          { application: 'SalesForce ExperienceCloud', accessLevel: 'Access', launchUrl: null },
          { application: 'Add new application to list', accessLevel: 'Access', launchUrl: 'https://add.example/' },
        ],
      }),
    );
    openPortal('/applications', { api });
    const own = within(await screen.findByRole('region', { name: 'Your applications' }));
    await waitFor(() =>
      expect(own.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
        expect.stringMatching(/^eMoney.*Action required$/),
        expect.stringMatching(/^RedtailAccess.*not set up/),
        expect.stringMatching(/^Add new application to list.*Access$/),
      ]),
    );
    expect(own.getByRole('link', { name: /^eMoney/ }).getAttribute('href')).toBe('https://emoney.example/');
    expect(screen.getByRole('heading', { level: 2, name: /Service desk/ })).toBeTruthy();
  });

  test('says so when there are none', async () => {
    openPortal('/applications', { api: pageApi() });
    expect(await screen.findByRole('heading', { name: 'No applications are set up for you yet' })).toBeTruthy();
  });

  test('stands when the applications can not be loaded', async () => {
    const api = pageApi();
    api.fail(getCurrentUser, 'internal');
    expectErrorsInConsole();
    openPortal('/applications', { api });
    expect(await screen.findByRole('heading', { level: 1, name: 'All about applications' })).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Your applications couldn’t be loaded' })).toBeTruthy();
  });
});
