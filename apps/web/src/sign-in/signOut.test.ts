import { ApiError } from '@portico/client/ApiError';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { putSettings, watchLeaving } from '../testPortal.ts';
import { clearSession, readTokens, saveSession } from './sessionCookies.ts';
import { endSession, logoutAddress } from './endSession.ts';
import { followSignOut, leaveAfterRejection, signOut } from './signOut.ts';

const rejection = (code: ConstructorParameters<typeof ApiError>[0]['code']) =>
  new ApiError({ status: 401, code, detail: 'No.' });
const parametersOf = (address: string | undefined) => Object.fromEntries(new URL(address ?? '').searchParams);

let left: string[];

beforeEach(() => {
  sessionStorage.clear();
  clearSession();
  saveSession({ idToken: 'id-1', accessToken: 'access-1', lifetimeS: 900 });
  putSettings();
  left = watchLeaving();
  history.replaceState(null, '', '/news?page=2');
});

describe('signing out', () => {
  test('goes to /logout, which drops the tokens and goes to the provider’s logout [SIGNIN-012, ROUTE-019]', () => {
    signOut();
    expect(left).toEqual(['/logout']);
    expect(endSession()).toBeUndefined();
    expect(readTokens()).toEqual({});
    expect(left[1]).toMatch(/^https:\/\/idp\.test\/session\/end\?/);
    expect(parametersOf(left[1])).toEqual({
      client_id: 'portal',
      post_logout_redirect_uri: `${location.origin}/logout`,
      id_token_hint: 'id-1',
    });
  });

  test('supports Cognito’s logout too [SIGNIN-012]', () => {
    const { signIn } = putSettings({ logout: { style: 'cognito', endpoint: 'https://pool.test/logout' } });
    expect(parametersOf(logoutAddress(signIn, 'id-1'))).toEqual({
      client_id: 'portal',
      logout_uri: `${location.origin}/logout`,
    });
  });

  test('stays in the portal if the provider has no logout', () => {
    putSettings({ logout: null });
    expect(endSession()).toEqual({ by: 'person' });
    expect(left).toEqual([]);
    expect(readTokens()).toEqual({});
  });

  test('clears this tab’s storage and the user’s personal data in this browser [S6]', () => {
    sessionStorage.setItem('portico.sign-in.x', 'secret');
    localStorage.setItem('portico.personal.recent-searches', '{}');
    document.cookie = 'visited_pages=x; Path=/; SameSite=None; Secure';
    endSession();
    expect(document.cookie).toBe('');
    expect(sessionStorage).toHaveLength(0);
    expect(localStorage).toHaveLength(0);
  });

  test('after a rejection by the server keeps what the user has typed [B1]', () => {
    localStorage.setItem('portico.personal.form.x', '{}');
    leaveAfterRejection(rejection('token_expired'));
    endSession();
    expect(readTokens()).toEqual({});
    expect(localStorage).toHaveLength(1);
  });

  test('ends on the return page without tokens and without another redirect [S5]', () => {
    endSession();
    expect(endSession()).toEqual({ by: 'person' });
    expect(left).toHaveLength(1);
  });

  test('works in a browser without storage [B6]', () => {
    vi.stubGlobal('sessionStorage', undefined);
    vi.stubGlobal('localStorage', undefined);
    leaveAfterRejection(rejection('token_expired'));
    expect(endSession()).toBeUndefined();
    expect(readTokens()).toEqual({});
    expect(endSession()).toEqual({ by: 'person' });
    expect(left).toHaveLength(2);
  });

  test('signs out the other tabs too [S6]', async () => {
    const forget = vi.fn();
    const stop = followSignOut(forget);
    endSession();
    await expect.poll(() => forget).toHaveBeenCalledOnce();
    expect(left.at(-1)).toBe('/logout');
    stop();
  });

  test('is not triggered by an unknown message [S6]', async () => {
    const forget = vi.fn();
    const stop = followSignOut(forget);
    const channel = new BroadcastChannel('portico-session');
    channel.postMessage({ type: 'signed-out' });
    channel.postMessage('hello');
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(forget).not.toHaveBeenCalled();
    channel.close();
    stop();
  });
});

describe('a rejection by the server', () => {
  test('goes to /logout, which can return to the same page [SIGNIN-013, S8]', () => {
    leaveAfterRejection(rejection('token_expired'));
    expect(left).toEqual(['/logout']);
    expect(endSession()).toBeUndefined();
    expect(parametersOf(left[1])).toHaveProperty('id_token_hint', 'id-1');
    expect(endSession()).toEqual({ by: 'server', returnPath: '/news?page=2' });
  });

  test('of invalid tokens sends no token hint, which the provider would reject too', () => {
    leaveAfterRejection(rejection('token_signature'));
    endSession();
    expect(parametersOf(left[1])).not.toHaveProperty('id_token_hint');
  });

  test('never returns to another site [S4]', () => {
    sessionStorage.setItem('portico.ending', JSON.stringify({ returnPath: '//evil.test' }));
    clearSession();
    expect(endSession()).toEqual({ by: 'server', returnPath: '/' });
  });

  test('is forgotten when the user then signs out', () => {
    leaveAfterRejection(rejection('token_expired'));
    signOut();
    clearSession();
    expect(endSession()).toEqual({ by: 'person' });
  });
});
