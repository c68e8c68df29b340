import { createClient, type Call } from '@portico/client/createClient';
import { subjectOf } from '@portico/client/subjectOf';
import { getMenu } from '@portico/contracts/menu';
import { getCurrentUser } from '@portico/contracts/users';
import type { HostEvents } from './hostEvents.ts';
import { absoluteAddress, menuFor } from './portalLinks.ts';
import type { CheckedConfig } from './sidebarConfig.ts';

/** The calls of one person to one set of services. Its tokens may change, everything else makes a new session. */
export interface SidebarSession {
  /** Same for configurations that differ in nothing but tokens and switches. */
  key: string;
  content: Call;
  notification: Call;
  account: Call;
  tokens: () => { accessToken: string; idToken: string };
  /** Goes on with newer tokens of the same person. */
  renew: (config: CheckedConfig) => void;
}

/** Tells apart whose data it is and where it comes from. */
export function sessionKey({ idToken, contentApiUrl, notificationApiUrl, acpApiUrl = '' }: CheckedConfig): string {
  return [subjectOf(idToken) ?? '', contentApiUrl, notificationApiUrl, acpApiUrl].join('\n');
}

/** The tokens are those of the host alone, never those of a cookie. A refused pair of tokens is told to the host once, by whichever call. */
export function createSession(first: CheckedConfig, events: Pick<HostEvents, 'failure'>): SidebarSession {
  let { accessToken, idToken } = first;
  let refused: string | undefined;
  const tokens = () => ({ accessToken, idToken });
  const callTo = (source: 'content' | 'notifications' | 'account', baseUrl: string): Call => createClient({
    baseUrl,
    tokens,
    onUnauthorized: (error) => {
      if (refused === accessToken) return;
      refused = accessToken;
      events.failure(source, error);
    },
  }).call;

  const content = callTo('content', first.contentApiUrl);
  return {
    key: sessionKey(first),
    content: withPortalLinks(content, first.contentApiUrl),
    notification: callTo('notifications', first.notificationApiUrl),
    account: callTo('account', first.acpApiUrl ?? first.contentApiUrl),
    tokens,
    renew: (config) => ({ accessToken, idToken } = config),
  };
}

/** Answers of the content service with addresses that hold in the host's page. */
function withPortalLinks(call: Call, contentApiUrl: string): Call {
  return (async (endpoint: unknown, ...rest: [never, never?]) => {
    if (endpoint === getMenu) return menuFor(location.origin, await call(getMenu, ...rest), contentApiUrl);
    if (endpoint === getCurrentUser) {
      const user = await call(getCurrentUser, ...rest);
      return { ...user, avatarUrl: user.avatarUrl && absoluteAddress(user.avatarUrl, contentApiUrl) };
    }
    return call(endpoint as never, ...rest);
  }) as Call;
}
