import { beforeAll, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { putSettings, watchLeaving } from '../testPortal.ts';
import { clearSession, readSession, saveSession } from './sessionCookies.ts';
import { createTestProvider, type TestProvider } from './provider/testProvider.ts';

let provider: TestProvider;
let left: string[];
/** Imported again for each test, because a page can be left only once. */
let signIn: typeof import('./signIn.ts');

beforeAll(async () => {
  provider = await createTestProvider();
});

beforeEach(async () => {
  clearSession();
  sessionStorage.clear();
  provider.tokenRequests.length = 0;
  vi.stubGlobal('fetch', provider.fetch);
  left = watchLeaving();
  putSettings();
  await loadPage();
});

async function loadPage(): Promise<void> {
  vi.resetModules();
  await import('../locale/testTexts.ts');
  const { browser } = await import('./browser.ts');
  vi.spyOn(browser, 'assign').mockImplementation((address) => void left.push(address));
  signIn = await import('./signIn.ts');
}

/** Starts a sign-in and returns the parameters of the request to the provider. */
async function start(returnPath = '/news?page=2'): Promise<URLSearchParams> {
  void signIn.startSignIn(returnPath);
  await expect.poll(() => left).toHaveLength(1);
  return new URL(left[0]!).searchParams;
}

const expectFailureLog = () => vi.spyOn(console, 'error').mockImplementation(() => {});
const callback = (rest: string) => `${location.origin}/auth/callback${rest}`;

/** The provider's successful answer to a request of the code flow. */
async function codeAnswer(request: URLSearchParams, claims: Record<string, unknown> = {}): Promise<string> {
  const idToken = await provider.sign({ nonce: request.get('nonce'), ...claims });
  provider.answerToken({ id_token: idToken, access_token: 'access-1', token_type: 'Bearer', expires_in: 600 });
  return callback(`?code=code-1&state=${request.get('state')}`);
}

describe('going to the provider', () => {
  test('sends PKCE, a nonce, and a state of at least 128 bits that reveals nothing [SIGNIN-004, SIGNIN-009, S1, S2]', async () => {
    const request = await start();
    expect(left[0]).toMatch(/^https:\/\/idp\.test\/auth\?/);
    expect(Object.fromEntries(request)).toMatchObject({
      client_id: 'portal',
      response_type: 'code',
      scope: 'openid',
      code_challenge_method: 'S256',
      redirect_uri: callback(''),
    });
    expect(request.get('state')).toMatch(/^[\w-]{22,}$/);
    expect(request.get('nonce')).toMatch(/^[\w-]{22,}$/);
    expect(request.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(left[0]).not.toContain('news');
  });

  test('requests both tokens in implicit mode, with the scope and extra parameters from the settings [SIGNIN-010, SIGNIN-011]', async () => {
    putSettings({ mode: 'implicit', scope: 'openid email', extraParams: { audience: 'api' } });
    const request = await start();
    expect(Object.fromEntries(request)).toMatchObject({
      response_type: 'id_token token',
      scope: 'openid email',
      audience: 'api',
    });
    expect(request.has('code_challenge')).toBe(false);
  });

  test('uses the response type from the settings, but ignores a redirect address and state there [SIGNIN-011]', async () => {
    putSettings({
      mode: 'implicit',
      extraParams: { response_type: 'token', redirect_uri: 'https://evil.test/', state: 'fixed' },
    });
    const request = await start();
    expect(request.get('response_type')).toBe('token');
    expect(request.get('redirect_uri')).toBe(callback(''));
    expect(request.get('state')).not.toBe('fixed');
  });

  test('happens once, however often it is requested [S8]', async () => {
    void signIn.startSignIn('/');
    void signIn.startSignIn('/news');
    await start('/events');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(left).toHaveLength(1);
  });

  test('does not happen where cookies are blocked, which would cause a redirect loop [B6, S5]', async () => {
    Object.defineProperty(document, 'cookie', { configurable: true, get: () => '', set: () => {} });
    onTestFinished(() => void Reflect.deleteProperty(document, 'cookie'));
    await expect(signIn.startSignIn('/')).rejects.toThrow('blocks cookies');
    expect(left).toEqual([]);
  });

  describe('with remembered browsers', () => {
    let announcements: { at: number; credentials: RequestCredentials | undefined }[];
    function answerInitLogin(answer: (signal: AbortSignal | null | undefined) => Response | Promise<Response>): void {
      announcements = [];
      putSettings({}, { rememberBrowser: true });
      vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
        if (input !== '/api/Account/InitLogin') return await provider.fetch(input, init);
        expect(init?.method).toBe('POST');
        announcements.push({ at: Date.now(), credentials: init?.credentials });
        return await answer(init?.signal);
      });
    }

    test('is announced first, waits 100 ms, and sends the ticket [REMEMBER-013]', async () => {
      answerInitLogin(() => Response.json({ loginTicket: 'ticket-1' }));
      const request = await start();
      expect(request.get('login_ticket')).toBe('ticket-1');
      expect(announcements).toHaveLength(1);
      // The request includes the cookies of the portal's own host.
      expect(announcements[0]?.credentials ?? 'same-origin').not.toBe('omit');
      expect(Date.now() - announcements[0]!.at).toBeGreaterThanOrEqual(99);
    });

    test.each([
      ['fails', () => new Response('', { status: 500 })],
      ['can’t be sent', () => Promise.reject(new TypeError('Failed to fetch'))],
      ['returns no ticket', () => Response.json({ loginTicket: null })],
    ])('continues when the announcement %s [REMEMBER-014]', async (_, answer) => {
      answerInitLogin(answer);
      expect((await start()).has('login_ticket')).toBe(false);
      expect(announcements).toHaveLength(1);
    });

    test('waits at most two seconds for the announcement [REMEMBER-014]', async () => {
      answerInitLogin(
        (signal) =>
          new Promise((_, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason as Error));
          }),
      );
      const timeout = vi.spyOn(AbortSignal, 'timeout');
      onTestFinished(() => timeout.mockRestore());
      expect((await start()).has('login_ticket')).toBe(false);
      expect(timeout).toHaveBeenCalledWith(2_000);
      expect(Date.now() - announcements[0]!.at).toBeGreaterThanOrEqual(2_000);
    });

    test('is not announced if the feature is off [REMEMBER-012]', async () => {
      answerInitLogin(() => Response.json({ loginTicket: 'ticket-1' }));
      putSettings({}, { rememberBrowser: false });
      expect((await start()).has('login_ticket')).toBe(false);
      expect(announcements).toEqual([]);
    });
  });

  test('does not happen while offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(signIn.startSignIn('/')).rejects.toThrow('You’re offline');
  });

  test('happens on a connection that the browser takes for offline [BASE-031]', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) =>
      input === '/api/v1/version' ? new Response(null, { status: 503 }) : provider.fetch(input, init),
    );
    expect((await start('/news')).get('client_id')).toBe('portal');
  });
});

/** Starts a sign-in whose code the provider rejects. Returns the parameters of the first request and of the retry. */
async function startOver(): Promise<{ request: URLSearchParams; retry: URLSearchParams }> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const request = await start('/news?page=2');
  await loadPage();
  provider.answerToken({ error: 'invalid_grant' });
  void signIn.finishSignIn(callback(`?code=code-1&state=${request.get('state')}`));
  await vi.waitFor(() => expect(provider.tokenRequests).toHaveLength(1), { interval: 1, timeout: inject('waitMs') });
  await vi.advanceTimersByTimeAsync(1_500);
  await vi.waitFor(() => expect(left).toHaveLength(2), { interval: 1, timeout: inject('waitMs') });
  return { request, retry: new URL(left[1]!).searchParams };
}

describe('the provider’s answer', () => {
  test('with a code creates a session, and continues to the requested path [SIGNIN-005, SIGNIN-009, S2]', async () => {
    const request = await start('/news?page=2');
    const answer = await codeAnswer(request);
    expect(await signIn.finishSignIn(answer)).toBe('/news?page=2');
    expect(readSession()).toMatchObject({ accessToken: 'access-1' });
    expect(readSession()!.expiresAt - Date.now()).toBeLessThanOrEqual(600_000);
    const verifier = provider.tokenRequests[0]!.get('code_verifier')!;
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
    expect(Buffer.from(digest).toString('base64url')).toBe(request.get('code_challenge'));
  });

  test('with both tokens in the hash creates a session [SIGNIN-006, T7]', async () => {
    putSettings({ mode: 'implicit' });
    const request = await start('/');
    const idToken = await provider.sign({ nonce: request.get('nonce'), at_hash: await provider.atHash('access-2') });
    expect(
      await signIn.finishSignIn(
        callback(
          `#id_token=${idToken}&access_token=access-2&expires_in=300&token_type=Bearer&state=${request.get('state')}`,
        ),
      ),
    ).toBe('/');
    expect(readSession()).toMatchObject({ idToken, accessToken: 'access-2' });
    expect(readSession()!.expiresAt - Date.now()).toBeGreaterThan(290_000);
  });

  test('that this tab never requested drops the tokens and is logged as specified [S1, S5, SIGNIN-007, SIGNIN-008]', async () => {
    saveSession({ idToken: 'a', accessToken: 'b', lifetimeS: 900 });
    const log = expectFailureLog();
    for (const answer of [
      undefined,
      'nonsense',
      callback(''),
      callback('?code=1'),
      callback('?code=1&state=stranger'),
      callback('#access_token=a&id_token=b&state=%00'),
    ]) {
      await expect(signIn.finishSignIn(answer)).rejects.toThrow('wasn’t started in this tab');
      expect(readSession()).toBeUndefined();
    }
    expect(log.mock.calls.every(([text]) => text === 'Failed to process cognito auth state')).toBe(true);
    expect(log).toHaveBeenCalledTimes(6);
    expect(provider.tokenRequests).toEqual([]);
  });

  test('works only once [S1]', async () => {
    const request = await start();
    const answer = await codeAnswer(request);
    await signIn.finishSignIn(answer);
    expectFailureLog();
    await expect(signIn.finishSignIn(answer)).rejects.toThrow('was already used');
  });

  test.each([
    ['another nonce', { nonce: 'other' }],
    ['another audience', { aud: 'stranger' }],
    ['another issuer', { iss: 'https://evil.test' }],
    ['an expiration in the past', { exp: 1000, iat: 900 }],
  ])('with an identity token with %s is rejected [S2]', async (_, claims) => {
    const request = await start();
    const answer = await codeAnswer(request, claims);
    expectFailureLog();
    await expect(signIn.finishSignIn(answer)).rejects.toThrow('couldn’t be verified');
    expect(readSession()).toBeUndefined();
  });

  test.each(['no at_hash', 'a wrong at_hash', 'a wrong nonce', 'a broken signature', 'no access token'])(
    'in the hash with %s is rejected [S2, T7]',
    async (flaw) => {
      putSettings({ mode: 'implicit' });
      const request = await start();
      const idToken = await provider.sign({
        nonce: flaw === 'a wrong nonce' ? 'other' : request.get('nonce'),
        ...(flaw === 'no at_hash'
          ? {}
          : { at_hash: await provider.atHash(flaw === 'a wrong at_hash' ? 'other' : 'access-2') }),
      });
      const sent = flaw === 'a broken signature' ? `${idToken.slice(0, -8)}AAAAAAAA` : idToken;
      const access = flaw === 'no access token' ? '' : '&access_token=access-2';
      expectFailureLog();
      await expect(
        signIn.finishSignIn(callback(`#id_token=${sent}${access}&expires_in=300&state=${request.get('state')}`)),
      ).rejects.toThrow('couldn’t be verified');
      expect(readSession()).toBeUndefined();
    },
  );

  test('with an error says that the sign-in was canceled [S5]', async () => {
    expectFailureLog();
    const request = await start();
    await expect(signIn.finishSignIn(callback(`?error=access_denied&state=${request.get('state')}`))).rejects.toThrow(
      'was canceled',
    );
  });

  test('that fails continues with the session of another tab that has signed in [SIGNIN-017]', async () => {
    const log = expectFailureLog();
    const request = await start('/news?page=2');
    const answer = callback(`?code=code-1&state=${request.get('state')}`);
    provider.answerToken({ error: 'invalid_grant' });
    const finished = signIn.finishSignIn(answer);
    // The other tab finishes a moment later.
    await new Promise((resolve) => setTimeout(resolve, 300));
    saveSession({ idToken: 'theirs', accessToken: 'other-tab', lifetimeS: 900 });
    expect(await finished).toBe('/news?page=2');
    expect(readSession()).toMatchObject({ accessToken: 'other-tab' });
    expect(log).not.toHaveBeenCalled();
  });

  test('whose code the provider rejects starts over once if no other tab has signed in, then fails [SIGNIN-017, S5]', async () => {
    const log = expectFailureLog();
    const { request, retry } = await startOver();
    expect(retry.get('state')).not.toBe(request.get('state'));

    await loadPage();
    const failed = expect(signIn.finishSignIn(callback(`?code=code-2&state=${retry.get('state')}`))).rejects.toThrow(
      'couldn’t be verified',
    );
    await vi.waitFor(() => expect(provider.tokenRequests).toHaveLength(2), { interval: 1, timeout: inject('waitMs') });
    await vi.advanceTimersByTimeAsync(10_000);
    await failed;
    expect(left).toHaveLength(2);
    expect(log).not.toHaveBeenCalled();
  });

  test('to a sign-in that started over continues to the requested path [SIGNIN-017]', async () => {
    const { retry } = await startOver();
    await loadPage();
    expect(await signIn.finishSignIn(await codeAnswer(retry))).toBe('/news?page=2');
    expect(readSession()).toMatchObject({ accessToken: 'access-1' });
  });

  test('that fails never drops a session that is still valid [SIGNIN-017]', async () => {
    expectFailureLog();
    const request = await start('/events');
    saveSession({ idToken: 'theirs', accessToken: 'other-tab', lifetimeS: 900 });
    expect(await signIn.finishSignIn(callback(`?error=access_denied&state=${request.get('state')}`))).toBe('/events');
    expect(readSession()).toMatchObject({ accessToken: 'other-tab' });
  });

  test('that fails with a known state is not logged as an unknown state [SIGNIN-007]', async () => {
    const log = expectFailureLog();
    const request = await start();
    await expect(signIn.finishSignIn(await codeAnswer(request, { nonce: 'other' }))).rejects.toThrow(
      'couldn’t be verified',
    );
    expect(log).not.toHaveBeenCalled();
  });

  test('continues to the dashboard if the stored path would leave the portal [S4]', async () => {
    const request = await start('/');
    const key = Object.keys(sessionStorage)[0]!;
    sessionStorage.setItem(key, sessionStorage.getItem(key)!.replace('"returnPath":"/"', '"returnPath":"//evil.test"'));
    expect(await signIn.finishSignIn(await codeAnswer(request))).toBe('/');
  });

  test('creates a session that ends with the token that expires first', async () => {
    const request = await start('/');
    const now = Math.floor(Date.now() / 1000);
    await signIn.finishSignIn(await codeAnswer(request, { iat: now, exp: now + 120 }));
    expect(readSession()!.expiresAt - Date.now()).toBeLessThanOrEqual(120_000);
  });
});
