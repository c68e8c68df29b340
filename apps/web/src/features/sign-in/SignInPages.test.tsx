import { ApiError } from '@portico/client/ApiError';
import { listNews } from '@portico/contracts/news';
import { getHome } from '@portico/contracts/home';
import { getMenu } from '@portico/contracts/menu';
import { aNewsSummary } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectErrorsInConsole, openPortal, watchLeaving } from '../../testPortal.ts';
import { leaveAfterRejection } from '../../sign-in/signOut.ts';
import { markFresh } from '../../sign-in/freshSignIn.ts';
import { clearSession, readTokens, saveSession } from '../../sign-in/sessionCookies.ts';

let left: string[];
beforeEach(() => {
  sessionStorage.clear();
  left = watchLeaving();
});
afterEach(() => clearSession());

const title = async (name: string) => await screen.findByRole('heading', { level: 1, name });

describe('/logout', () => {
  test('removes the tokens and goes to the provider’s logout [ROUTE-019, SIGNIN-012]', async () => {
    const { cache } = openPortal('/logout');
    cache.setQueryData(['home'], 'private');
    await title('Signing you out');
    await waitFor(() => expect(left[0]).toMatch(/^https:\/\/idp\.test\/session\/end/));
    expect(readTokens()).toEqual({});
  });

  test('without a session says that the user is signed out, and stays', async () => {
    openPortal('/logout', { isSignedIn: false });
    await title('You’re signed out');
    expect(screen.queryByRole('button', { name: 'Sign in' })).not.toBeNull();
    expect(left).toEqual([]);
  });

  test('after a rejected call says that the session has ended [S8]', async () => {
    sessionStorage.setItem('portico.ending', JSON.stringify({ returnPath: '/news', hint: true }));
    openPortal('/logout', { isSignedIn: false });
    await title('Your session has ended');
    expect(screen.queryByRole('button', { name: 'Sign in again' })).not.toBeNull();
  });
});

describe('/auth/callback', () => {
  test('with an answer that this tab did not request offers a Sign in button, without redirecting [S5, SIGNIN-007, SIGNIN-008]', async () => {
    expectErrorsInConsole();
    const log = vi.mocked(console.error);
    window.porticoSignInAnswer = 'https://portal.test/auth/callback?code=1&state=unknown';
    openPortal('/auth/callback');
    await title('You’re not signed in');
    expect(log).toHaveBeenCalledWith('Failed to process cognito auth state');
    expect(readTokens()).toEqual({});
    expect(screen.getByRole('main').textContent).toContain('wasn’t started in this tab');
    expect(left).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(left).toHaveLength(1);
  });

  test('reopened after a successful sign-in goes to the dashboard', async () => {
    const { address } = openPortal('/auth/callback');
    await screen.findByRole('heading', { level: 1, name: /^(Good|Working late)/ });
    expect(address()).toBe('/');
  });
});

describe('calls rejected at the same time', () => {
  test('go to /logout only once [SIGNIN-013, S8]', async () => {
    const api = fakeApi();
    expectErrorsInConsole();
    api.fail(getHome, 'token_expired');
    api.fail(getMenu, 'token_expired');
    openPortal('/', { api });
    await waitFor(() => expect(left).toEqual(['/logout']));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(left).toEqual(['/logout']);
  });
});

describe('a call rejected right after sign-in', () => {
  const rejection = new ApiError({ status: 401, code: 'token_audience', detail: 'Meant for another application.' });

  test('goes to a page that shows its reason and code, and stays there [SIGNIN-018]', async () => {
    markFresh();
    leaveAfterRejection(rejection);
    expect(left).toEqual(['/logout']);
    openPortal('/logout');
    await title('The portal rejected your sign-in');
    expect(screen.getByRole('main').textContent).toMatch(/Meant for another application\..*token_audience/);
    expect(readTokens()).toEqual({});
    expect(left).toEqual(['/logout']);
    cleanup();
    openPortal('/logout', { isSignedIn: false });
    await title('The portal rejected your sign-in');
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(left[1]).toMatch(/^https:\/\/idp\.test\/session\/end\?/);
  });

  test('is an ordinary rejection if another call was accepted before it [SIGNIN-018, SIGNIN-013]', async () => {
    markFresh();
    openPortal('/');
    await screen.findByRole('region', { name: 'New for you' });
    cleanup();
    leaveAfterRejection(rejection);
    openPortal('/logout');
    await waitFor(() => expect(left[1]).toMatch(/^https:\/\/idp\.test\/session\/end/));
  });
});

describe('a private page', () => {
  test('without both tokens goes to the provider before calling the server [SIGNIN-003, SIGNIN-004, ROUTE-025, PROD-001]', async () => {
    const api = fakeApi();
    api.answer(listNews, { items: [aNewsSummary()], page: 1, pageSize: 10, total: 1 });
    openPortal('/news?sort=oldest', { api, isSignedIn: false });
    await waitFor(() => expect(left[0]).toMatch(/^https:\/\/idp\.test\/auth\?/));
    expect(api.calls).toEqual([]);
    expect(screen.queryByRole('heading', { name: 'New for you' })).toBeNull();
    const [key = ''] = Object.keys(sessionStorage).filter((name) => name.startsWith('portico.sign-in.'));
    expect(JSON.parse(sessionStorage.getItem(key)!)).toMatchObject({ returnPath: '/news?sort=oldest' });
  });

  test('goes to /logout when the user signs out in another tab [S6]', async () => {
    openPortal('/');
    await screen.findByRole('region', { name: 'New for you' });
    await act(async () => {
      const channel = new BroadcastChannel('portico-session');
      channel.postMessage('signed-out');
      channel.close();
      await expect.poll(() => left).toEqual(['/logout']);
    });
  });

  test('warns that the session ends soon if it can’t be renewed, and offers to sign in again', async () => {
    vi.stubGlobal('fetch', fakeApi().fetch);
    openPortal('/');
    await screen.findByRole('region', { name: 'New for you' });
    await act(async () => {
      // So short that the next check finds it about to end.
      saveSession({ idToken: 'a.b.c', accessToken: 'd', lifetimeS: 1.2 });
      window.dispatchEvent(new Event('focus'));
      await new Promise((resolve) => setTimeout(resolve, 1000));
    });
    await screen.findByRole('dialog', { name: 'Your session ends soon' });
    expect(screen.queryByRole('button', { name: 'Sign in again' })).not.toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
