import type { Call } from '@portico/client/createClient';
import { getMenu, type Menu, type MenuItem } from '@portico/contracts/menu';
import { listNotifications } from '@portico/contracts/notifications';
import { getCurrentUser } from '@portico/contracts/users';

/** Addresses of the portal for a page of another application. */
export interface PortalLinks {
  /** A path of the portal as an address that holds in this page. */
  toPortal: (path: string) => string;
  /** Told when the menu says that the portal is somewhere else than thought. Answers what stops it. */
  onMove: (listener: () => void) => () => void;
}

/**
 * Where the portal is, whose paths the menu speaks of: the origin of the menu's own intranet address, which is read from the
 * content service's address. Without one it is the content service's origin.
 */
export function portalOrigin(intranetUrl: string | null | undefined, contentApiUrl: string): string {
  const url = URL.parse(intranetUrl ?? '/', contentApiUrl);
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : new URL(contentApiUrl).origin;
}

/**
 * A link of the portal for a page of `pageOrigin`: absolute, or a path when it leads to that origin, so that it can be
 * compared with the page's own path. What is no http(s) address stays as it is.
 */
export function linkFrom(pageOrigin: string, link: string, portal: string): string {
  const url = URL.parse(link, portal);
  if (url === null || !/^https?:$/.test(url.protocol)) return link;
  return url.origin === pageOrigin ? url.pathname + url.search + url.hash : url.href;
}

/** The menu as a page of `pageOrigin` needs it: its links lead to the portal, its pictures come from the content service. */
export function menuFor(pageOrigin: string, menu: Menu, contentApiUrl: string): Menu {
  const portal = portalOrigin(menu.intranetUrl, contentApiUrl);
  const link = (address: string) => linkFrom(pageOrigin, address, portal);
  const item = (each: MenuItem): MenuItem => ({
    ...each,
    icon: each.icon && { url: absoluteAddress(each.icon.url, contentApiUrl) },
    pageLink: each.pageLink === null ? null : link(each.pageLink),
    nestedPagesLinks: each.nestedPagesLinks.map(link),
    submenuItems: each.submenuItems.map(item),
  });
  return {
    menuItems: menu.menuItems.map(item),
    avatarMenuItems: menu.avatarMenuItems.map(item),
    intranetUrl: menu.intranetUrl === null ? null : link(menu.intranetUrl),
  };
}

/** An address that the content service told, read from where that service is. */
export function absoluteAddress(address: string, contentApiUrl: string): string {
  return URL.parse(address, contentApiUrl)?.href ?? address;
}

/**
 * The calls with answers whose addresses hold in this page. Where the portal is, the menu says: answers with links wait for the
 * first menu, or for its first failure.
 */
export function withPortalLinks({
  content,
  notification,
  contentApiUrl,
}: {
  content: Call;
  notification: Call;
  contentApiUrl: string;
}): {
  content: Call;
  notification: Call;
  links: PortalLinks;
} {
  const here = location.origin;
  let portal = portalOrigin(null, contentApiUrl);
  const listeners = new Set<() => void>();
  const known = Promise.withResolvers<void>();
  const fixed = (call: Call, fixers: [endpoint: unknown, fix: (options: never) => Promise<unknown>][]) =>
    ((endpoint: never, input: never, options: never) => {
      const fix = fixers.find(([each]) => each === endpoint)?.[1];
      return fix ? fix(options) : call(endpoint, input, options);
    }) as Call;

  return {
    links: {
      toPortal: (path) => linkFrom(here, path, portal),
      onMove: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    content: fixed(content, [
      [
        getMenu,
        async (options) => {
          try {
            const menu = await content(getMenu, {}, options);
            portal = portalOrigin(menu.intranetUrl, contentApiUrl);
            for (const listener of listeners) listener();
            return menuFor(here, menu, contentApiUrl);
          } finally {
            known.resolve();
          }
        },
      ],
      [
        getCurrentUser,
        async (options) => {
          const user = await content(getCurrentUser, {}, options);
          return { ...user, avatarUrl: user.avatarUrl && absoluteAddress(user.avatarUrl, contentApiUrl) };
        },
      ],
    ]),
    notification: fixed(notification, [
      [
        listNotifications,
        async (options) => {
          const [notifications] = await Promise.all([notification(listNotifications, {}, options), known.promise]);
          return notifications.map((each) => ({ ...each, link: each.link && linkFrom(here, each.link, portal) }));
        },
      ],
    ]),
  };
}
