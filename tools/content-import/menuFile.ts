import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod/mini';
import { emptyRule } from '@portico/authoring/audience';
import { AudienceRule } from '@portico/kinds/audience';
import { MenuItemKind, MenuItemStatus } from '@portico/contracts/menu';
import { Href } from '@portico/kinds/richText';
import { AdvisorType } from '@portico/kinds/advisorType';
import { audit } from '@portico/server/db/audit';
import type { Db } from '@portico/server/db/pool';
import { saveRule, storedAudience } from '@portico/server/visibility/audienceRules';
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

type MenuRow = ReturnType<typeof menuRow>;

/**
 * Replaces the portal's menu with that of the file, in one transaction; an identical menu is left alone. Throws
 * UnknownReference for a link to an item that does not exist.
 */
export async function storeMenu(db: Db, menu: MenuFile, references: Pick<References, 'pathOf'>): Promise<Tally> {
  const rows = [
    ...flattened(menu.menuItems, 'menu', null, references),
    ...flattened(menu.avatarMenuItems, 'avatar', null, references),
  ];
  const intranetUrl = menu.intranetUrl ?? null;

  return db.transaction().execute(async (trx) => {
    const stored = new Map(
      (await trx.selectFrom('menu_items').selectAll().forUpdate().execute()).map((row) => [row.id, row]),
    );
    const settings = await trx.selectFrom('portal_settings').select('intranet_url').executeTakeFirst();
    const tally: Tally = { added: 0, updated: 0, unchanged: 0 };
    for (const row of rows) {
      const current = stored.get(row.id);
      const isUnchanged = isDeepStrictEqual({ ...current, ...row }, { ...current });
      tally[!current ? 'added' : isUnchanged ? 'unchanged' : 'updated'] += 1;
    }
    const isSame =
      tally.unchanged === stored.size && tally.unchanged === rows.length && settings?.intranet_url === intranetUrl;
    if (isSame) return tally;
    for (const entry of everyEntry([...menu.menuItems, ...menu.avatarMenuItems]))
      await saveRule(trx, audienceOfEntry(entry));
    await trx.deleteFrom('menu_items').execute();
    if (rows.length > 0) await trx.insertInto('menu_items').values(rows).execute();
    await trx.updateTable('portal_settings').set({ intranet_url: intranetUrl }).execute();
    await audit(trx, { action: 'menu.imported', objectKind: 'menu', details: { entries: rows.length } });
    return tally;
  });
}

const audienceOfEntry = ({ audience = [], audienceRule = emptyRule }: MenuEntry) => ({ audience, audienceRule });

const everyEntry = (entries: MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...everyEntry(entry.submenuItems ?? [])]);

/** Parents before their children. */
function flattened(
  entries: MenuEntry[],
  placement: 'menu' | 'avatar',
  parentId: string | null,
  references: Pick<References, 'pathOf'>,
): MenuRow[] {
  return entries.flatMap((entry, index) => [
    menuRow(entry, placement, parentId, index + 1, references),
    ...flattened(entry.submenuItems ?? [], placement, entry.id, references),
  ]);
}

function menuRow(
  entry: MenuEntry,
  placement: 'menu' | 'avatar',
  parentId: string | null,
  position: number,
  references: Pick<References, 'pathOf'>,
) {
  return {
    id: entry.id,
    placement,
    parent_id: parentId,
    position,
    name: entry.name,
    kind: entry.kind,
    status: entry.status ?? 'Default',
    icon_url: entry.icon ?? null,
    page_link: entry.pageLink === undefined ? null : resolvedAddress(entry.pageLink, references),
    open_in_new_tab: entry.openInNewTab ?? false,
    nested_pages_links: (entry.nestedPagesLinks ?? []).map((path) => resolvedAddress(path, references)),
    audience: storedAudience(audienceOfEntry(entry)),
  };
}
