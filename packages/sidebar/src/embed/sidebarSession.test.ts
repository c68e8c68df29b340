import { ApiError } from '@portico/client/ApiError';
import { getNotificationSummary } from '@portico/contracts/notifications';
import { getVersion } from '@portico/contracts/version';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CheckedConfig } from './sidebarConfig.ts';
import { createSession } from './sidebarSession.ts';

const tokenOf = (sub: string, serial: number) => `h.${btoa(JSON.stringify({ sub, serial }))}.s`;
const config = (over: Partial<CheckedConfig> = {}): CheckedConfig => ({
  contentApiUrl: 'https://content.example',
  notificationApiUrl: 'https://notes.example/v2',
  acpApiUrl: 'https://account.example',
  accessToken: 'access-1',
  idToken: tokenOf('clara', 1),
  rememberBrowser: true,
  showWidgetToggle: true,
  applicationsConfig: undefined,
  ...over,
});

let asked: { url: string; authorization: string | null; credentials: RequestCredentials | undefined }[];
let status: number;

beforeEach(() => {
  asked = [];
  status = 200;
  document.cookie = 'access_token=from-a-cookie';
  vi.stubGlobal('fetch', (url: string, { headers, credentials }: RequestInit) => {
    asked.push({ url, authorization: (headers as Headers).get('authorization'), credentials });
    const problem = {
      type: 'about:blank',
      title: 'No',
      status,
      code: 'token_expired',
      detail: 'No.',
      requestId: 'r-1',
    };
    return Promise.resolve(Response.json(status === 200 ? {} : problem, { status }));
  });
});
afterEach(() => vi.unstubAllGlobals());

test('each service has its own base address, all get the host’s tokens, and only the account service gets cookies [SIDEBAR-037, SIDEBAR-038]', async () => {
  const { services } = createSession(config(), { failure: () => undefined });
  await services.content(getVersion, {});
  await services.notification(getNotificationSummary, {});
  await services.account(getVersion, {});
  expect(asked).toEqual([
    { url: 'https://content.example/api/v1/version', authorization: 'Bearer access-1', credentials: 'omit' },
    {
      url: 'https://notes.example/v2/api/v1/notifications/summary',
      authorization: 'Bearer access-1',
      credentials: 'omit',
    },
    { url: 'https://account.example/api/v1/version', authorization: 'Bearer access-1', credentials: 'include' },
  ]);
});

test('newer tokens for the same user take effect immediately, and the stream reconnects with them', async () => {
  const session = createSession(config(), { failure: () => undefined });
  const { live, content } = session.services;
  expect(session.renew(config({ accessToken: 'access-2', idToken: tokenOf('clara', 2) }))).toBe(true);
  await content(getVersion, {});
  expect(asked[0]?.authorization).toBe('Bearer access-2');
  expect(session.services.live).not.toBe(live);
  const again = session.services;
  expect(
    session.renew(config({ accessToken: 'access-2', idToken: tokenOf('clara', 2), showWidgetToggle: false })),
  ).toBe(true);
  expect(session.services).toBe(again);
});

test('another user or service address needs a new session', () => {
  const session = createSession(config(), { failure: () => undefined });
  expect(session.renew(config({ idToken: tokenOf('dana', 1) }))).toBe(false);
  expect(session.renew(config({ notificationApiUrl: 'https://notes.example' }))).toBe(false);
});

test('rejected tokens are reported to the host once per pair, other errors every time, with their service [SIDEBAR-040]', async () => {
  const reported: string[] = [];
  const session = createSession(config(), {
    failure: (source, error) => reported.push(`${source} ${(error as ApiError).status}`),
  });
  const fail = async (call: typeof session.services.content) => {
    await call(getVersion, {}).catch((error: unknown) => session.report(error as ApiError));
  };
  status = 401;
  await fail(session.services.notification);
  await fail(session.services.content);
  expect(reported).toEqual(['notifications 401']);
  session.renew(config({ accessToken: 'access-2' }));
  await fail(session.services.content);
  status = 503;
  await fail(session.services.account);
  await fail(session.services.account);
  expect(reported).toEqual(['notifications 401', 'content 401', 'account 503', 'account 503']);
});
