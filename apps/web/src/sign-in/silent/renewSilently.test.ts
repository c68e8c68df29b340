import { afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { putSettings } from '../../testPortal.ts';
import { storeRefreshToken, readRefreshToken } from '../refreshToken.ts';
import { renewSilently } from './renewSilently.ts';
import { clearSession, readSession, saveSession } from '../sessionCookies.ts';
import { isSilentAnswer } from './silentAnswer.ts';
import { createTestProvider, type TestProvider } from '../provider/testProvider.ts';

let provider: TestProvider;

beforeAll(async () => {
  provider = await createTestProvider();
});

beforeEach(async () => {
  vi.stubGlobal('fetch', provider.fetch);
  clearSession();
  putSettings();
  saveSession({ idToken: await provider.sign({}), accessToken: 'old', lifetimeS: 60 });
});

const frame = () => document.querySelector('iframe')!;

/** Waits for the hidden frame and returns the parameters of its request. */
async function frameRequest(): Promise<URLSearchParams> {
  await expect.poll(() => document.querySelector('iframe')).not.toBeNull();
  return new URL(frame().src).searchParams;
}

function answer(
  rest: string,
  { origin = location.origin, source = frame().contentWindow }: { origin?: string; source?: Window | null } = {},
): void {
  window.dispatchEvent(
    new MessageEvent('message', {
      origin,
      source,
      data: { type: 'portico-silent-answer', address: `${location.origin}/auth/silent${rest}` },
    }),
  );
}

async function goodAnswer(parameters: URLSearchParams, claims: Record<string, unknown> = {}): Promise<string> {
  provider.answerToken({
    id_token: await provider.sign({ nonce: parameters.get('nonce'), ...claims }),
    access_token: 'new',
    token_type: 'Bearer',
    expires_in: 900,
  });
  return `?code=c&state=${parameters.get('state')}`;
}

describe('renewing with a refresh token', () => {
  beforeEach(() => {
    provider.tokenRequests.length = 0;
    storeRefreshToken('refresh-1');
  });
  afterEach(() => storeRefreshToken(undefined));
  const renewed = async (claims: Record<string, unknown> = {}) => ({
    id_token: await provider.sign(claims),
    access_token: 'new',
    token_type: 'Bearer',
    expires_in: 900,
  });

  test('renews the session without a frame, and uses a rotated token the next time [SIGNIN-019]', async () => {
    provider.answerToken({ ...(await renewed()), refresh_token: 'refresh-2' });
    await renewSilently();
    await renewSilently();
    expect(provider.tokenRequests.map((request) => [request.get('grant_type'), request.get('refresh_token')])).toEqual([
      ['refresh_token', 'refresh-1'],
      ['refresh_token', 'refresh-2'],
    ]);
    expect(readSession()?.accessToken).toBe('new');
    expect(document.querySelector('iframe')).toBeNull();
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])).not.toContain('refresh-');
  });

  test('falls back to the hidden frame from then on if the provider rejects the refresh token [SIGNIN-019]', async () => {
    provider.answerToken({ error: 'invalid_grant' });
    const renewal = renewSilently();
    answer(await goodAnswer(await frameRequest()));
    await renewal;
    expect(readSession()?.accessToken).toBe('new');
    expect(readRefreshToken()).toBeUndefined();
    const next = renewSilently();
    answer(await goodAnswer(await frameRequest()));
    await next;
    expect(provider.tokenRequests.filter((request) => request.get('grant_type') === 'refresh_token')).toHaveLength(1);
  });

  test('falls back to the hidden frame if the provider sends no identity token [SIGNIN-019]', async () => {
    provider.answerToken({ access_token: 'alone', token_type: 'Bearer', expires_in: 900 });
    const renewal = renewSilently();
    answer(await goodAnswer(await frameRequest()));
    await renewal;
    expect(readSession()?.accessToken).toBe('new');
  });

  test('keeps the refresh token while the provider can’t be reached [SIGNIN-019]', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(renewSilently()).rejects.toThrow('Failed to fetch');
    expect(readRefreshToken()).toBe('refresh-1');
    expect(readSession()?.accessToken).toBe('old');
  });

  test('rejects tokens of another person', async () => {
    provider.answerToken(await renewed({ sub: 'person-2' }));
    await expect(renewSilently()).rejects.toMatchObject({ isFinal: true });
    expect(readSession()?.accessToken).toBe('old');
  });
});

describe('renewing in a hidden frame', () => {
  test('requests an answer without user interaction, processes it, and removes the frame [SIGNIN-019]', async () => {
    expect(readRefreshToken()).toBeUndefined();
    const renewal = renewSilently();
    const parameters = await frameRequest();
    expect(Object.fromEntries(parameters)).toMatchObject({
      prompt: 'none',
      redirect_uri: `${location.origin}/auth/silent`,
      code_challenge_method: 'S256',
    });
    expect(frame().hidden).toBe(true);
    answer(await goodAnswer(parameters));
    await renewal;
    expect(readSession()?.accessToken).toBe('new');
    expect(document.querySelector('iframe')).toBeNull();
  });

  test('ignores messages from other origins, from other windows, and of other types [H8]', async () => {
    const renewal = renewSilently();
    const good = await goodAnswer(await frameRequest());
    answer(good, { origin: 'https://evil.test' });
    answer(good, { source: window });
    window.dispatchEvent(
      new MessageEvent('message', { origin: location.origin, source: frame().contentWindow, data: { address: good } }),
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(readSession()?.accessToken).toBe('old');
    answer(good);
    await renewal;
    expect(readSession()?.accessToken).toBe('new');
  });

  test('fails permanently if the provider requires the user to sign in [SIGNIN-019]', async () => {
    const renewal = renewSilently();
    answer(`?error=login_required&state=${(await frameRequest()).get('state')}`);
    await expect(renewal).rejects.toMatchObject({ isFinal: true });
    expect(readSession()?.accessToken).toBe('old');
  });

  test('rejects an answer with another state [S1]', async () => {
    const renewal = renewSilently();
    await frameRequest();
    answer('?code=c&state=stranger');
    await expect(renewal).rejects.toMatchObject({ isFinal: false });
    expect(readSession()?.accessToken).toBe('old');
  });

  test('rejects tokens of another person', async () => {
    const renewal = renewSilently();
    answer(await goodAnswer(await frameRequest(), { sub: 'person-2' }));
    await expect(renewal).rejects.toMatchObject({ isFinal: true });
    expect(readSession()?.accessToken).toBe('old');
  });

  test('gives up if no answer arrives', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const renewal = expect(renewSilently()).rejects.toMatchObject({ isFinal: false });
      await vi.waitFor(() => expect(document.querySelector('iframe')).not.toBeNull(), {
        interval: 1,
        timeout: inject('waitMs'),
      });
      await vi.advanceTimersByTimeAsync(15_000);
      await renewal;
      expect(document.querySelector('iframe')).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the page at /auth/silent', () => {
  test('posts its address to the portal on the same origin, and clears it [S3, H8]', async () => {
    history.replaceState(null, '', '/auth/silent?code=c&state=s');
    const post = vi.fn();
    vi.spyOn(window, 'parent', 'get').mockReturnValue({ postMessage: post } as unknown as Window);
    await import('./silent.ts');
    expect(location.href).toBe(`${location.origin}/auth/silent`);
    expect(post).toHaveBeenCalledWith(
      { type: 'portico-silent-answer', address: `${location.origin}/auth/silent?code=c&state=s` },
      location.origin,
    );
    const message = { origin: location.origin, source: window, data: post.mock.calls[0]![0] as unknown };
    expect(isSilentAnswer(message, window)).toBe(true);
    expect(
      isSilentAnswer(
        { ...message, data: { ...(message.data as object), address: 'https://evil.test/auth/silent' } },
        window,
      ),
    ).toBe(false);
  });
});
