import { z } from 'zod/mini';
import { endpoint } from './base/endpoint.ts';

export const MenuItemKind = z.enum([
  'ApplicationPage',
  'Folder',
  'Link',
  'ExternalLink',
  'ExternalLinkWithNestedLinks',
]);
export type MenuItemKind = z.infer<typeof MenuItemKind>;
export const MenuItemStatus = z.enum(['Default', 'GrayedOut', 'Warning', 'OrangeWarning', 'Hidden']);
export type MenuItemStatus = z.infer<typeof MenuItemStatus>;

/** One entry of the sidebar. `pageLink` is a portal path or an absolute URL. Source: spec §2 Sidebar, §3. */
export interface MenuItem {
  id: string;
  name: string;
  kind: MenuItemKind;
  status: MenuItemStatus;
  icon: { url: string } | null;
  pageLink: string | null;
  openInNewTab: boolean;
  submenuItems: MenuItem[];
  /** Paths that belong to an `ExternalLinkWithNestedLinks` entry. Matched by whole segments; the longest match wins. */
  nestedPagesLinks: string[];
}
export const MenuItem: z.ZodMiniType<MenuItem> = z.object({
  id: z.string(),
  name: z.string(),
  kind: MenuItemKind,
  status: MenuItemStatus,
  icon: z.nullable(z.object({ url: z.string() })),
  pageLink: z.nullable(z.string()),
  openInNewTab: z.boolean(),
  submenuItems: z.lazy(() => z.array(MenuItem)),
  nestedPagesLinks: z.array(z.string()),
});

export const Menu = z.object({
  menuItems: z.array(MenuItem),
  avatarMenuItems: z.array(MenuItem),
  intranetUrl: z.nullable(z.string()),
});
export type Menu = z.infer<typeof Menu>;

export const getMenu = endpoint({
  method: 'GET',
  path: '/api/v1/menu',
  summary: 'The sidebar of the signed-in person',
  response: Menu,
});
