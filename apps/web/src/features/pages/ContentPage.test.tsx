import { explainAudience } from '@portico/contracts/audience';
import { contentPagePaths } from '@portico/kinds/contentPagePaths';
import { getContentPage, previewContentPage } from '@portico/contracts/pages';
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
  test.each(contentPagePaths)('shows the components of %s at its path [ROUTE-018, ROUTE-021]', async (path) => {
    const api = pageApi();
    openPortal(path, { api });
    const title = `All about ${path.slice(1)}`;
    expect(await screen.findAllByRole('heading', { level: 1, name: title })).toHaveLength(1);
    expect(screen.getAllByText('Who helps with what.')).toHaveLength(1);
    expect(screen.getAllByRole('heading', { level: 2, name: /Service desk/ })).toHaveLength(1);
    expect(document.title).toBe(`${title} - Portico`);
    await waitFor(() => expect(crumbs()).toEqual(['Dashboard', title]));
    expect(api.callsTo(getContentPage)).toHaveLength(1);
  });

  test('redirects from its previous address to its current one [STUDIO-059]', async () => {
    const api = fakeApi();
    api.answer(getContentPage, aContentPage({ path: '/community', header: 'Community' }));
    const { address } = openPortal('/support#desk', { api });
    expect(await screen.findAllByRole('heading', { level: 1, name: 'Community' })).toHaveLength(1);
    await waitFor(() => expect(address()).toBe('/community#desk'));
  });

  test('is "Page Not Found" with status 404 when it doesn’t exist', async () => {
    const api = fakeApi();
    api.fail(getContentPage, 'not_found');
    expectErrorsInConsole();
    openPortal('/support', { api });
    await waitFor(() => expect(screen.getByRole('main').textContent).toContain('404 Page Not Found'));
  });

  test('shows placeholders while it loads [BASE-014]', async () => {
    const api = pageApi();
    const release = api.hold(getContentPage);
    openPortal('/support', { api });
    expect(await screen.findAllByText('Loading the page')).toHaveLength(1);
    release();
    expect(await screen.findAllByRole('heading', { level: 1, name: 'All about support' })).toHaveLength(1);
  });

  test('shows a retry when it fails to load [BASE-014]', async () => {
    const api = fakeApi();
    api.fail(getContentPage, 'unavailable');
    expectErrorsInConsole();
    openPortal('/support', { api });
    const alert = await screen.findByRole('alert');
    vi.stubGlobal('fetch', pageApi().fetch);
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByRole('heading', { level: 1, name: 'All about support' })).toHaveLength(1);
  });

  test('explains why the reader sees it [AUDIENCE-010]', async () => {
    const api = pageApi();
    api.answer(explainAudience, { isForEveryone: true, matched: [] });
    openPortal('/support', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Why am I seeing this?' }));
    expect(await screen.findAllByText('Everyone at the firm sees this.')).toHaveLength(1);
  });

  test('has a draft preview without top bar and search [PREVIEW-001, PREVIEW-002]', async () => {
    openPortal('/support/preview', { api: pageApi() });
    expect(await screen.findAllByRole('heading', { level: 1, name: 'Draft about support' })).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Open the published page' }).getAttribute('href')).toBe('/support');
    expect(screen.queryByRole('navigation', { name: 'Breadcrumbs' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Search the portal' })).toBeNull();
  });

  test('has no preview for readers who can’t edit [PREVIEW-003]', async () => {
    const api = fakeApi();
    api.fail(previewContentPage, 'not_found');
    expectErrorsInConsole();
    openPortal('/accounts/preview', { api });
    await waitFor(() => expect(screen.getByRole('main').textContent).toContain('404 Page Not Found'));
  });
});

describe('the applications page', () => {
  test('lists the reader’s applications by name and marks those that need action [ROUTE-022]', async () => {
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
        expect.stringMatching(/eMoney.*Action required$/),
        expect.stringMatching(/Redtail.*No link is set up/),
        expect.stringMatching(/Add new application to list/),
      ]),
    );
    expect(own.getByRole('link', { name: /eMoney/ }).getAttribute('href')).toBe('https://emoney.example/');
    expect(screen.getAllByRole('heading', { level: 2, name: /Service desk/ })).toHaveLength(1);
  });

  test('appears with the applications, so that its text doesn’t jump down under them [FAST-001]', async () => {
    const api = pageApi();
    const release = api.hold(getCurrentUser);
    openPortal('/applications', { api });
    await waitFor(() => expect(api.callsTo(getContentPage)).toHaveLength(1));
    expect(await screen.findAllByText('Loading the page')).toHaveLength(1);
    release();
    expect(await screen.findAllByRole('heading', { level: 1, name: 'All about applications' })).toHaveLength(1);
    expect(screen.queryAllByText('Loading your applications')).toHaveLength(0);
    expect(screen.getAllByRole('heading', { name: 'No applications are set up for you yet' })).toHaveLength(1);
  });

  test('has a message for no applications', async () => {
    openPortal('/applications', { api: pageApi() });
    expect(await screen.findAllByRole('heading', { name: 'No applications are set up for you yet' })).toHaveLength(1);
  });

  test('works when the applications fail to load', async () => {
    const api = pageApi();
    api.fail(getCurrentUser, 'internal');
    expectErrorsInConsole();
    openPortal('/applications', { api });
    expect(await screen.findAllByRole('heading', { level: 1, name: 'All about applications' })).toHaveLength(1);
    expect(await screen.findAllByRole('heading', { name: 'Your applications couldn’t be loaded' })).toHaveLength(1);
  });
});
