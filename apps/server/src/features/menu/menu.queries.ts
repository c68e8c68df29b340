import { sql } from 'kysely';
import type { Menu, MenuItem } from '@portico/contracts/menu';
import { addressedTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';

type MenuRow = Omit<MenuItem, 'submenuItems'> & { placement: 'menu' | 'avatar'; parentId: string | null };

/** The sidebar's entries for the reader, nested and in order. An entry is hidden when its parent is. */
export async function findMenu(db: Db, reader: Pick<Reader, 'advisorType'>): Promise<Menu> {
  const { rows } = await sql<{ intranetUrl: string | null } & MenuRow>`
    select settings.intranet_url as "intranetUrl", item.id, item.placement, item.parent_id as "parentId", item.name, item.kind,
      item.status, case when item.icon_url is not null then json_build_object('url', item.icon_url) end as icon,
      item.page_link as "pageLink", item.open_in_new_tab as "openInNewTab", item.nested_pages_links as "nestedPagesLinks"
    from portal_settings settings left join menu_items item on ${addressedTo(reader)}
    order by item.position, item.id`.execute(db);
  const entries = rows.filter((row) => row.id !== null);
  const childrenOf = (parentId: string | null, placement: MenuRow['placement']): MenuItem[] =>
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
