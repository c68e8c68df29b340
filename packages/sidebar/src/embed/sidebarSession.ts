import type { ApiError } from '@portico/client/ApiError';
import { createClient, type Call } from '@portico/client/createClient';
import { createLiveTopics } from '@portico/client/liveTopics';
import { createPersonalStorage } from '@portico/client/personalStorage';
import { subjectOf } from '@portico/client/subjectOf';
import type { SidebarServices } from '../SidebarServices.ts';
import type { HostEvents } from './hostEvents.ts';
import { withPortalLinks, type PortalLinks } from './portalLinks.ts';
import type { CheckedConfig } from './sidebarConfig.ts';
import type { SidebarError } from './SidebarHandlers.ts';

/**
 * One user's connection to one set of services. Its tokens can change; another user or service address needs a new
 * session.
 */
export interface SidebarSession {
  /** Replaced by `renew` with newer tokens, so that stream listeners reconnect with those. */
  services: SidebarServices;
  links: PortalLinks;
  /**
   * Reports a service's error to the host. A rejected pair of tokens is reported once, by the first call that fails.
   */
  report: (error: ApiError) => void;
  /** Switches to the tokens of `config`. Returns false if it is for another user or other services. */
  renew: (config: CheckedConfig) => boolean;
}

/** Creates a session that authenticates only with the host's tokens, never with cookies. */
export function createSession(first: CheckedConfig, events: Pick<HostEvents, 'failure'>): SidebarSession {
  let { accessToken, idToken } = first;
  let rejected: string | undefined;
  const tokens = () => ({ accessToken, idToken });
  const sources = new WeakMap<object, SidebarError['source']>();

  /** Creates calls that record which service an error came from. A 401 is left to the host. */
  const callTo = (source: SidebarError['source'], baseUrl: string, credentials: RequestCredentials = 'omit'): Call => {
    const { call } = createClient({ baseUrl, tokens, credentials, onUnauthorized: () => undefined });
    return (async (...given: Parameters<Call>) => {
      try {
        return await call(...given);
      } catch (error) {
        if (typeof error === 'object' && error !== null) sources.set(error, source);
        throw error;
      }
    }) as Call;
  };

  const { content, notification, links } = withPortalLinks({
    content: callTo('content', first.contentApiUrl),
    notification: callTo('notifications', first.notificationApiUrl),
    contentApiUrl: first.contentApiUrl,
  });
  const liveTopics = () => createLiveTopics({ baseUrl: first.notificationApiUrl, tokens });
  const session: SidebarSession = {
    links,
    services: {
      content,
      notification,
      account: callTo('account', first.acpApiUrl ?? first.contentApiUrl, 'include'),
      live: liveTopics(),
      storage: createPersonalStorage(() => subjectOf(idToken)),
    },
    report(error) {
      if (error.status === 401) {
        if (rejected === accessToken) return;
        rejected = accessToken;
      }
      events.failure(sources.get(error) ?? 'sidebar', error);
    },
    renew(config) {
      const isSame =
        subjectOf(config.idToken) === subjectOf(idToken) &&
        (['contentApiUrl', 'notificationApiUrl', 'acpApiUrl'] as const).every((name) => config[name] === first[name]);
      if (isSame && config.accessToken !== accessToken) session.services = { ...session.services, live: liveTopics() };
      if (isSame) ({ accessToken, idToken } = config);
      return isSame;
    },
  };
  return session;
}
