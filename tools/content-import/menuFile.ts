import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod/mini';
import { emptyRule } from '@portico/authoring/audience';
import { isSameMenu } from '@portico/authoring/menu/menuChanges';
import { placedEntries, type PlacedEntry } from '@portico/authoring/menu/menuTree';
import { AudienceRule } from '@portico/kinds/audience';
import { MenuItemKind, MenuItemStatus } from '@portico/contracts/menu';
import type { MenuEntry as StoredEntry, MenuTree } from '@portico/contracts/studio/menuDesk';
import { Href } from '@portico/kinds/richText';
import { AdvisorType } from '@portico/kinds/advisorType';
import { audit } from '@portico/server/db/audit';
import type { Db } from '@portico/server/db/pool';
import { lockMenu, replaceMenu } from '@portico/server/features/studio/menu/menuDesk.queries';
import { resolvedAddress, type References } from './references.ts';
import type { Tally } from './report.ts';

interface MenuEntry {
  id: string;
  name: string;
  kind: MenuItemKind;
  status?: MenuItemStatus | undefined;
  /** Path of the icon, e.g. `/icons/news.svg`. */
  icon?: string | undefined;
  /** A portal path, an absolute address or `item:<id>`. */
  pageLink?: string | undefined;
  openInNewTab?: boolean | undefined;
  /** Portal paths or `item:<id>`. */
  nestedPagesLinks?: string[] | undefined;
  audience?: AdvisorType[] | undefined;
  audienceRule?: AudienceRule | undefined;
  submenuItems?: MenuEntry[] | undefined;
}
const ItemReference = z.string().check(z.startsWith('item:'));
const MenuEntry: z.ZodMiniType<MenuEntry> = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,64}$/)),
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  kind: MenuItemKind,
  status: z.optional(MenuItemStatus),
  icon: z.optional(Href),
  pageLink: z.optional(z.union([ItemReference, Href])),
  openInNewTab: z.optional(z.boolean()),
  nestedPagesLinks: z.optional(z.array(z.union([ItemReference, z.string().check(z.startsWith('/'))]))),
  audience: z.optional(z.array(AdvisorType)),
  audienceRule: z.optional(AudienceRule),
  submenuItems: z.optional(z.lazy(() => z.array(MenuEntry))),
});

/** `menu.json`: the whole sidebar. */
export const MenuFile = z
  .strictObject({
    intranetUrl: z.nullish(Href),
    menuItems: z.array(MenuEntry),
    avatarMenuItems: z.array(MenuEntry),
  })
  .check(
    z.refine((menu) => {
      const ids = everyEntry([...menu.menuItems, ...menu.avatarMenuItems]).map(({ id }) => id);
      return new Set(ids).size === ids.length;
    }, 'Two entries share an id'),
  );
export type MenuFile = z.infer<typeof MenuFile>;

/**
 * Publishes the menu of the file in place of the portal's, in one transaction; an identical menu is left alone. Throws
 * UnknownReference for a link to an item that does not exist.
 */
export async function storeMenu(
  db: Db,
  file: MenuFile,
  references: Pick<References, 'pathOf'>,
  now: Date,
): Promise<Tally> {
  const menu: MenuTree = {
    menuItems: file.menuItems.map((entry) => storedEntry(entry, references)),
    avatarMenuItems: file.avatarMenuItems.map((entry) => storedEntry(entry, references)),
    intranetUrl: file.intranetUrl ?? null,
  };
  return db.transaction().execute(async (trx) => {
    const before = await lockMenu(trx);
    const stored = new Map(placedEntries(before.menu).map((placed) => [placed.entry.id, placed]));
    const tally: Tally = { added: 0, updated: 0, unchanged: 0 };
    for (const placed of placedEntries(menu)) {
      const current = stored.get(placed.entry.id);
      tally[!current ? 'added' : isSameEntry(current, placed) ? 'unchanged' : 'updated'] += 1;
    }
    if (isSameMenu(before.menu, menu)) return tally;
    await replaceMenu(trx, { before, menu, note: '', now });
    const entries = placedEntries(menu).length;
    await audit(trx, { action: 'menu.imported', objectKind: 'menu', details: { entries } });
    return tally;
  });
}

/** Whether an entry has the same fields and place, whatever is below it. */
const isSameEntry = (one: PlacedEntry, other: PlacedEntry): boolean =>
  isDeepStrictEqual(
    { ...one, entry: { ...one.entry, submenuItems: [] } },
    { ...other, entry: { ...other.entry, submenuItems: [] } },
  );

const everyEntry = (entries: MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...everyEntry(entry.submenuItems ?? [])]);

function storedEntry(entry: MenuEntry, references: Pick<References, 'pathOf'>): StoredEntry {
  return {
    id: entry.id,
    name: entry.name,
    kind: entry.kind,
    status: entry.status ?? 'Default',
    icon: entry.icon ?? null,
    pageLink: entry.pageLink === undefined ? null : resolvedAddress(entry.pageLink, references),
    openInNewTab: entry.openInNewTab ?? false,
    nestedPagesLinks: (entry.nestedPagesLinks ?? []).map((path) => resolvedAddress(path, references)),
    audience: entry.audience ?? [],
    audienceRule: entry.audienceRule ?? emptyRule,
    submenuItems: (entry.submenuItems ?? []).map((below) => storedEntry(below, references)),
  };
}

/** The file with which an import stores this menu. What is as usual is left out. */
export const menuFileOf = ({ menuItems, avatarMenuItems, intranetUrl }: MenuTree): MenuFile => ({
  intranetUrl,
  menuItems: menuItems.map(fileEntry),
  avatarMenuItems: avatarMenuItems.map(fileEntry),
});

const fileEntry = (entry: StoredEntry): MenuEntry => ({
  id: entry.id,
  name: entry.name,
  kind: entry.kind,
  ...(entry.status === 'Default' ? {} : { status: entry.status }),
  ...(entry.icon === null ? {} : { icon: entry.icon }),
  ...(entry.pageLink === null ? {} : { pageLink: entry.pageLink }),
  ...(entry.openInNewTab ? { openInNewTab: true } : {}),
  ...(entry.nestedPagesLinks.length === 0 ? {} : { nestedPagesLinks: entry.nestedPagesLinks }),
  ...(entry.audience.length === 0 ? {} : { audience: entry.audience }),
  ...(isDeepStrictEqual(entry.audienceRule, emptyRule) ? {} : { audienceRule: entry.audienceRule }),
  ...(entry.submenuItems.length === 0 ? {} : { submenuItems: entry.submenuItems.map(fileEntry) }),
});
