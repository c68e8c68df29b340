import type { Menu, MenuItem } from '@portico/contracts/menu';

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
