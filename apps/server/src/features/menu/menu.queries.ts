import { sql } from 'kysely';
import { z } from 'zod/mini';
import { MenuItemKind, MenuItemStatus, type Menu, type MenuItem } from '@portico/contracts/menu';
import { addressedTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { nullsFor, readRows } from '../../db/rows.ts';

const Entry = z.object({
  id: z.string(),
  placement: z.enum(['menu', 'avatar']),
  parentId: z.nullable(z.string()),
  name: z.string(),
  kind: MenuItemKind,
  status: MenuItemStatus,
  icon: z.nullable(z.object({ url: z.string() })),
  pageLink: z.nullable(z.string()),
  openInNewTab: z.boolean(),
  nestedPagesLinks: z.array(z.string()),
});
const settings = { intranetUrl: z.nullable(z.string()) };
/** When the reader has no entries, there is one row with only the settings. */
const MenuRow = z.union([z.extend(Entry, settings), z.extend(nullsFor(Entry), settings)]);

/** The sidebar's entries for the reader, nested and in order. An entry is hidden when its parent is. */
export async function findMenu(db: Db, reader: Pick<Reader, 'advisorType' | 'facts'>): Promise<Menu> {
  const rows = await readRows(
    db,
    MenuRow,
    sql`
      select settings.intranet_url as "intranetUrl", item.id, item.placement, item.parent_id as "parentId", item.name, item.kind,
        item.status, case when item.icon_url is not null then json_build_object('url', item.icon_url) end as icon,
        item.page_link as "pageLink", item.open_in_new_tab as "openInNewTab", item.nested_pages_links as "nestedPagesLinks"
      from portal_settings settings left join menu_items item on ${addressedTo(reader)}
      order by item.position, item.id`,
  );
  const entries = rows.filter((row) => row.id !== null);
  const childrenOf = (parentId: string | null, placement: z.infer<typeof Entry>['placement']): MenuItem[] =>
    entries
      .filter((row) => row.parentId === parentId && row.placement === placement)
      .map((row) => ({
        id: row.id,
        name: row.name,
        kind: row.kind,
        status: row.status,
        icon: row.icon,
        pageLink: row.pageLink,
        openInNewTab: row.openInNewTab,
        nestedPagesLinks: row.nestedPagesLinks,
        submenuItems: childrenOf(row.id, placement),
      }));
  return {
    menuItems: childrenOf(null, 'menu'),
    avatarMenuItems: childrenOf(null, 'avatar'),
    intranetUrl: rows[0]?.intranetUrl ?? null,
  };
}
