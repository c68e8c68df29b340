import { z } from 'zod/mini';
import { AdvisorType } from '@portico/kinds/advisorType';
import { AudienceRule } from '@portico/kinds/audience';
import { Href } from '@portico/kinds/richText';
import { endpoint } from '../base/endpoint.ts';
import { queryInt } from '../base/paging.ts';
import { MenuItemKind, MenuItemStatus } from '../menu.ts';

export const MAX_MENU_NAME = 100;
/** Maximum number of entries of both menus together. */
export const MAX_MENU_ENTRIES = 300;
/** Maximum number of levels; the sidebar opens the third one and deeper ones beside it. */
export const MAX_MENU_LEVELS = 5;
export const MAX_NESTED_LINKS = 50;
export const MAX_MENU_NOTE = 500;
/** Versions of one page of the history. */
export const MENU_VERSIONS_PER_PAGE = 25;
const MAX_VERSION = 999_999;

/** An entry as its editors see it: whoever it is for. */
export interface MenuEntry {
  id: string;
  name: string;
  kind: MenuItemKind;
  status: MenuItemStatus;
  /** Address of the icon, e.g. `/icons/news.svg`. */
  icon: string | null;
  /** A portal path or an absolute address. */
  pageLink: string | null;
  openInNewTab: boolean;
  /** Portal paths of pages that belong to an `ExternalLinkWithNestedLinks` entry. */
  nestedPagesLinks: string[];
  audience: AdvisorType[];
  audienceRule: AudienceRule;
  submenuItems: MenuEntry[];
}
export const MenuEntry: z.ZodMiniType<MenuEntry> = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,64}$/)),
  name: z.string().check(z.minLength(1), z.maxLength(MAX_MENU_NAME)),
  kind: MenuItemKind,
  status: MenuItemStatus,
  icon: z.nullable(Href),
  pageLink: z.nullable(Href),
  openInNewTab: z.boolean(),
  nestedPagesLinks: z.array(z.string().check(z.startsWith('/'), z.maxLength(2048))),
  audience: z.array(AdvisorType),
  audienceRule: AudienceRule,
  submenuItems: z.lazy(() => z.array(MenuEntry)),
});

/** The whole menu: the sidebar, the menu below the avatar, and where the logo leads. */
export const MenuTree = z.strictObject({
  menuItems: z.array(MenuEntry),
  avatarMenuItems: z.array(MenuEntry),
  intranetUrl: z.nullable(Href),
});
export type MenuTree = z.infer<typeof MenuTree>;

/** A published menu. Version 0 is a menu that has never been published by an editor or an import. */
export const MenuVersion = z.object({
  version: z.int(),
  /** Null for a menu from before versions were stored. */
  publishedAt: z.nullable(z.iso.datetime()),
  /** Null for an import. */
  publishedBy: z.nullable(z.string()),
  note: z.string(),
});
export type MenuVersion = z.infer<typeof MenuVersion>;

/** How many entries a version added, removed, moved and changed. */
export const MenuChangeCounts = z.object({ added: z.int(), removed: z.int(), moved: z.int(), changed: z.int() });
export type MenuChangeCounts = z.infer<typeof MenuChangeCounts>;

const studio = { access: 'studio', isHidden: true } as const;
const EditedMenu = z.extend(MenuVersion, { menu: MenuTree });
export type EditedMenu = z.infer<typeof EditedMenu>;

export const getEditedMenu = endpoint({
  method: 'GET',
  path: '/api/v1/studio/menu',
  summary: 'The published menu with everyone’s entries',
  ...studio,
  response: EditedMenu,
});
/** `conflict` if another version was published since `version`. */
export const publishMenu = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/menu',
  summary: 'Publishes a menu in place of the current one',
  ...studio,
  body: z.object({
    version: z.int(),
    menu: MenuTree,
    note: z.string().check(z.trim(), z.maxLength(MAX_MENU_NOTE)),
  }),
  response: EditedMenu,
});
export const previewMenu = endpoint({
  method: 'POST',
  path: '/api/v1/studio/menu/preview',
  summary: 'Which entries of a menu a person would be shown',
  ...studio,
  body: z.object({ menu: MenuTree, personId: z.uuid() }),
  /** Ids of the entries. */
  response: z.object({ shown: z.array(z.string()) }),
});
export const listMenuVersions = endpoint({
  method: 'GET',
  path: '/api/v1/studio/menu/versions',
  summary: 'The published versions of the menu, newest first',
  ...studio,
  query: z.object({
    /** Only versions below this number. */
    before: z.optional(queryInt(1, MAX_VERSION)),
  }),
  response: z.object({
    /** `changes` is null for the first stored version. */
    items: z.array(z.extend(MenuVersion, { changes: z.nullable(MenuChangeCounts) })),
    hasMore: z.boolean(),
  }),
});
export const getMenuVersion = endpoint({
  method: 'GET',
  path: '/api/v1/studio/menu/versions/:version',
  summary: 'One published version of the menu',
  ...studio,
  params: z.object({ version: queryInt(1, MAX_VERSION) }),
  response: EditedMenu,
});
