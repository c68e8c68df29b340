import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { assertCookiesWork, clearSession, readSession, readTokens, saveSession } from './sessionCookies.ts';

/** Replaces the browser's cookie jar with `jar`. */
function useJar(jar: { get: () => string; set: (cookie: string) => void }): void {
  Object.defineProperty(document, 'cookie', { configurable: true, ...jar });
  onTestFinished(() => void Reflect.deleteProperty(document, 'cookie'));
}

const tokens = { idToken: 'head.body.sign-_1', accessToken: 'head.body.sign-_2' };

describe('the session cookies', () => {
  beforeEach(() => clearSession());

  test('contain both tokens and their expiration time, computed from the lifetime [SIGNIN-001, SIGNIN-002]', () => {
    const savedAt = Date.now();
    saveSession({ ...tokens, lifetimeS: 900 });
    const latest = Date.now() + 900_000;
    expect(
      document.cookie
        .split('; ')
        .map((cookie) => cookie.split('=')[0])
        .sort(),
    ).toEqual(['access_token', 'id_token', 'token_expires_at']);
    const session = readSession();
    expect(session).toMatchObject(tokens);
    expect(session!.expiresAt).toBeGreaterThanOrEqual(savedAt + 900_000);
    expect(session!.expiresAt).toBeLessThanOrEqual(latest);
  });

  test('are Secure, SameSite=Lax, valid for the whole site, and expire with the tokens [SIGNIN-015, H7]', () => {
    const written: string[] = [];
    useJar({
      get: () => written.map((cookie) => cookie.split(';')[0]).join('; '),
      set: (cookie) => written.push(cookie),
    });
    saveSession({ ...tokens, lifetimeS: 899.7 });
    expect(written).toHaveLength(3);
    for (const cookie of written) expect(cookie).toMatch(/^[a-z_]+=[^;]+; Path=\/; Max-Age=899; SameSite=Lax; Secure$/);
  });

  test.each(['id_token', 'access_token'])('are no session without the %s [SIGNIN-003]', (name) => {
    saveSession({ ...tokens, lifetimeS: 900 });
    document.cookie = `${name}=; Path=/; Max-Age=0; Secure`;
    expect(readSession()).toBeUndefined();
  });

  test('are no session from the moment they expire [SIGNIN-003]', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      saveSession({ ...tokens, lifetimeS: 900 });
      vi.setSystemTime(Date.now() + 899_000);
      expect(readSession()).toBeDefined();
      vi.setSystemTime(Date.now() + 1000);
      expect(readSession()).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });

  test('never expire in the browser without an expiration time, and are no session with an invalid one', () => {
    saveSession({ ...tokens, lifetimeS: 900 });
    document.cookie = 'token_expires_at=; Path=/; Max-Age=0; Secure';
    expect(readSession()?.expiresAt).toBe(Infinity);
    document.cookie = 'token_expires_at=soon; Path=/; Secure';
    expect(readSession()).toBeUndefined();
  });

  test('are not written at all if a token is too large for a cookie [H7]', () => {
    expect(() => saveSession({ idToken: 'x'.repeat(4089), accessToken: 'y', lifetimeS: 900 })).toThrow(
      'too large for this browser',
    );
    expect(readTokens()).toEqual({});
    saveSession({ idToken: 'x'.repeat(4088), accessToken: 'y', lifetimeS: 900 });
    expect(readSession()).toBeDefined();
  });

  test('cause a readable error if the browser blocks them [B6]', () => {
    useJar({ get: () => '', set: () => {} });
    expect(() => assertCookiesWork()).toThrow('blocks cookies');
    expect(() => saveSession({ ...tokens, lifetimeS: 900 })).toThrow('blocks cookies');
  });

  test('are removed when the session is cleared', () => {
    saveSession({ ...tokens, lifetimeS: 900 });
    clearSession();
    expect(document.cookie).toBe('');
  });
});
