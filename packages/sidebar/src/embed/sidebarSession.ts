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

/** One person's dealings with one set of services. Its tokens may change; another person or address is another session. */
export interface SidebarSession {
  /** Others after `renew` with newer tokens: whoever listens to the stream begins anew, with those. */
  services: SidebarServices;
  links: PortalLinks;
  /** Hands an error of one of the services to the host. That a pair of tokens was refused is told once, by whichever call. */
  report: (error: ApiError) => void;
  /** Goes on with the tokens of `config`. False when it is for another person or other services. */
  renew: (config: CheckedConfig) => boolean;
}

/** The tokens are those of the host alone, never those of a cookie. */
export function createSession(first: CheckedConfig, events: Pick<HostEvents, 'failure'>): SidebarSession {
  let { accessToken, idToken } = first;
  let refused: string | undefined;
  const tokens = () => ({ accessToken, idToken });
  const sources = new WeakMap<object, SidebarError['source']>();

  /** Calls that remember of each error which service it came from. A 401 leads nowhere: it is the host's to deal with. */
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
        if (refused === accessToken) return;
        refused = accessToken;
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
