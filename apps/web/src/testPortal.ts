import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import type { PortalSettings } from '@portico/contracts/portalSettings';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider, type AnyRouter } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { createElement } from 'react';
import { vi } from 'vitest';
import { createQueryCache } from './api/queryCache.ts';
import { PortalSlots } from './slots.tsx';
// oxlint-disable-next-line import/no-unassigned-import -- pages import it on demand; it must not load in the middle of the next test
import './preparations.ts';
import { routes } from './routes.tsx';
import { createPortalRouter } from './frame/createPortalRouter.tsx';
import { browser } from './sign-in/browser.ts';
import { clearSession, saveSession } from './sign-in/sessionCookies.ts';

/** Puts the settings into the page, as the server does; `signIn` may be partial. */
export function putSettings(
  signIn: Partial<PortalSettings['signIn']> = {},
  own: Partial<PortalSettings> = {},
): PortalSettings {
  const settings: PortalSettings = {
    productName: 'Portico',
    firmTimeZone: 'America/New_York',
    build: 'test',
    rememberBrowser: false,
    signIn: {
      mode: 'code',
      clientId: 'portal',
      scope: 'openid',
      responseType: signIn.mode === 'implicit' ? 'id_token token' : 'code',
      issuer: 'https://idp.test',
      authorizationEndpoint: 'https://idp.test/auth',
      tokenEndpoint: 'https://idp.test/token',
      jwksUri: 'https://idp.test/jwks',
      logout: { style: 'end_session', endpoint: 'https://idp.test/session/end' },
      algorithms: ['RS256'],
      extraParams: {},
      ...signIn,
    },
    ...own,
  };
  document.querySelector('meta[name="portico-settings"]')?.remove();
  const meta = document.createElement('meta');
  meta.name = 'portico-settings';
  meta.content = JSON.stringify(settings);
  document.head.append(meta);
  return settings;
}

export interface TestPortal {
  api: FakeApi;
  cache: QueryClient;
  router: AnyRouter;
  /** Current path and query. */
  address: () => string;
}

/** Records the addresses the page navigates away to, in order, instead of leaving. */
export function watchLeaving(): string[] {
  const left: string[] = [];
  vi.spyOn(browser, 'assign').mockImplementation((address) => void left.push(address));
  vi.spyOn(browser, 'replace').mockImplementation((address) => void left.push(address));
  vi.spyOn(browser, 'reload').mockImplementation(() => void left.push('reload'));
  return left;
}

/** Silences the console: React and the router log every error that reaches a boundary. */
export function expectErrorsInConsole(): void {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
}

/**
 * Renders the whole portal at `path` with a fake API, signed in for an hour by default, with the subject `person` if
 * given. Calls are not retried, so that a failure shows immediately.
 */
export function openPortal(
  path: string,
  {
    api = fakeApi(),
    isSignedIn = true,
    person,
    settings,
  }: {
    api?: FakeApi;
    isSignedIn?: boolean;
    /** Subject of the tokens; without it, they can't be decoded. */
    person?: string;
    settings?: Partial<PortalSettings>;
  } = {},
): TestPortal {
  putSettings({}, settings);
  vi.stubGlobal('fetch', api.fetch);
  clearSession();
  if (isSignedIn)
    saveSession({
      idToken: person === undefined ? 'id.token.1' : `id.${btoa(JSON.stringify({ sub: person }))}.1`,
      accessToken: 'access.token.1',
      lifetimeS: 3600,
    });
  const cache = createQueryCache();
  const defaults = cache.getDefaultOptions();
  cache.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } });
  const router = createPortalRouter(routes, cache, createMemoryHistory({ initialEntries: [path] }));
  render(
    createElement(
      QueryClientProvider,
      { client: cache },
      createElement(PortalSlots, null, createElement(RouterProvider, { router })),
    ),
  );
  return { api, cache, router, address: () => router.state.location.href };
}
