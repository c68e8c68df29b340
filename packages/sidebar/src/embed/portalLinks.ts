import type { Call } from '@portico/client/createClient';
import { getMenu, type Menu, type MenuItem } from '@portico/contracts/menu';
import { listNotifications } from '@portico/contracts/notifications';
import { getCurrentUser } from '@portico/contracts/users';

/** Resolves portal addresses within another application's page. */
export interface PortalLinks {
  /** Resolves a portal path to an address that works in this page. */
  toPortal: (path: string) => string;
  /** Runs `listener` when the menu reveals a different portal origin. Returns a function that unsubscribes. */
  onMove: (listener: () => void) => () => void;
}

/**
 * The portal's origin, which menu paths are relative to: that of the menu's intranet address, resolved against the
 * content service's address; by default the content service's origin.
 */
export function portalOrigin(intranetUrl: string | null | undefined, contentApiUrl: string): string {
  const url = URL.parse(intranetUrl ?? '/', contentApiUrl);
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : new URL(contentApiUrl).origin;
}

/**
 * A portal link for a page of `pageOrigin`: absolute, or a path if it stays on that origin, so that it can be compared
 * with the page's path. Anything but http(s) is returned unchanged.
 */
export function linkFrom(pageOrigin: string, link: string, portal: string): string {
  const url = URL.parse(link, portal);
  if (url === null || !/^https?:$/.test(url.protocol)) return link;
  return url.origin === pageOrigin ? url.pathname + url.search + url.hash : url.href;
}

/** The menu for a page of `pageOrigin`: links point to the portal, images to the content service. */
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

/** Resolves an address from the content service. */
export function absoluteAddress(address: string, contentApiUrl: string): string {
  return URL.parse(address, contentApiUrl)?.href ?? address;
}

/**
 * Wraps the calls so that addresses in their responses work in this page. The menu reveals the portal's origin, so
 * responses with links wait until the first menu has loaded or failed.
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
