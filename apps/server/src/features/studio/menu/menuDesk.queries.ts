import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { isInAudience } from '@portico/authoring/audience';
import { countsOf, isSameMenu, menuChanges } from '@portico/authoring/menu/menuChanges';
import { menuProblems, type MenuProblemKind } from '@portico/authoring/menu/menuProblems';
import { placedEntries, type MenuPlacement } from '@portico/authoring/menu/menuTree';
import { Audience } from '@portico/kinds/audience';
import type { CallResult } from '@portico/contracts/endpoint';
import { MenuItemKind, MenuItemStatus } from '@portico/contracts/menu';
import {
  MAX_MENU_ENTRIES,
  MAX_MENU_LEVELS,
  MAX_MENU_NAME,
  MAX_NESTED_LINKS,
  MENU_VERSIONS_PER_PAGE,
  MenuChangeCounts,
  MenuVersion,
  type EditedMenu,
  type listMenuVersions,
  type MenuEntry,
  type MenuTree,
} from '@portico/contracts/studio/menuDesk';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { Instant, readRow, readRowOrThrow, readRows, storedJson } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { found, PortalError } from '../../../errors.ts';
import { announce, EVERYBODY } from '../../../push/announce.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { audienceOf, ruleColumn, saveRule, storedAudience } from '../../../visibility/audienceRules.ts';

const placements = { menuItems: 'menu', avatarMenuItems: 'avatar' } as const satisfies Record<MenuPlacement, string>;

const StoredEntry = z.object({
  id: z.string(),
  placement: z.enum(['menu', 'avatar']),
  parentId: z.nullable(z.string()),
  name: z.string(),
  kind: MenuItemKind,
  status: MenuItemStatus,
  icon: z.nullable(z.string()),
  pageLink: z.nullable(z.string()),
  openInNewTab: z.boolean(),
  nestedPagesLinks: z.array(z.string()),
  audience: z.array(z.string()),
  rule: z.nullable(Audience),
});
type StoredEntry = z.infer<typeof StoredEntry>;

const MenuRow = z.extend(MenuVersion, {
  publishedAt: z.nullable(Instant),
  intranetUrl: z.nullable(z.string()),
  entries: z.array(StoredEntry),
});

const publisher = sql`(select ${displayName('person')} from users person where person.id = version.published_by)`;

/** The published menu with the entries of all audiences, and its version: 0 while none is stored. */
export async function readEditedMenu(db: Kysely<DB>): Promise<EditedMenu> {
  const { intranetUrl, entries, ...version } = await readRowOrThrow(
    db,
    MenuRow,
    sql`
      select settings.intranet_url as "intranetUrl", coalesce(version.number, 0) as version,
        version.published_at as "publishedAt", ${publisher} as "publishedBy", coalesce(version.note, '') as note,
        (select coalesce(json_agg(json_build_object('id', item.id, 'placement', item.placement, 'parentId', item.parent_id,
            'name', item.name, 'kind', item.kind, 'status', item.status, 'icon', item.icon_url, 'pageLink', item.page_link,
            'openInNewTab', item.open_in_new_tab, 'nestedPagesLinks', item.nested_pages_links, 'audience', item.audience,
            'rule', ${ruleColumn('item')}) order by item.position, item.id), '[]') from menu_items item) as entries
      from portal_settings settings
        left join lateral (select * from menu_versions order by number desc limit 1) version on true`,
  );
  const below = (parentId: string | null, placement: StoredEntry['placement']): MenuEntry[] =>
    entries
      .filter((entry) => entry.parentId === parentId && entry.placement === placement)
      .map(({ placement: _, parentId: __, audience, rule, ...entry }) => ({
        ...entry,
        ...audienceOf(audience, rule),
        submenuItems: below(entry.id, placement),
      }));
  return { ...version, menu: { menuItems: below(null, 'menu'), avatarMenuItems: below(null, 'avatar'), intranetUrl } };
}

/** Locks the menu until the transaction ends, and returns it. */
export async function lockMenu(trx: Transaction<DB>): Promise<EditedMenu> {
  await trx.selectFrom('portal_settings').select('only_row').forUpdate().execute();
  return readEditedMenu(trx);
}

const sentenceOf: Record<MenuProblemKind, string> = {
  NoName: 'Each entry needs a name.',
  LongName: `A name can have ${MAX_MENU_NAME} letters.`,
  NoAddress: 'A link needs an address.',
  BadAddress: 'An entry’s address is not valid.',
  BadIcon: 'An icon’s address is not valid.',
  BadNestedLink: 'Pages that belong to an entry need paths of the portal, such as /news.',
  TooManyNestedLinks: `${MAX_NESTED_LINKS} pages can belong to an entry.`,
  TooDeep: `A menu can have ${MAX_MENU_LEVELS} levels.`,
  SameId: 'Two entries share an id.',
  TooMany: `The menus can have ${MAX_MENU_ENTRIES} entries.`,
  BadIntranetUrl: 'The address of the logo is not valid.',
};

/**
 * Publishes a menu in place of `version`. Throws `conflict` if it is no longer the current one, and `invalid_input` for
 * a menu with problems. Without a difference, nothing changes.
 */
export function publishMenu(
  db: Db,
  { version, menu, note }: { version: number; menu: MenuTree; note: string },
  { id: actorId, now }: { id: string; now: Date },
): Promise<EditedMenu> {
  const [first] = menuProblems(menu);
  if (first) throw new PortalError('invalid_input', sentenceOf[first.problem]);
  return db.transaction().execute(async (trx) => {
    const before = await lockMenu(trx);
    if (before.version !== version)
      throw new PortalError('conflict', 'Someone else published the menu while you were editing it.');
    if (isSameMenu(before.menu, menu)) return before;
    const number = await replaceMenu(trx, { before, menu, note, actorId, now });
    await audit(trx, {
      actorId,
      action: 'menu.published',
      objectKind: 'menu',
      details: { version: number, ...countsOf(menuChanges(before.menu, menu)) },
    });
    return readEditedMenu(trx);
  });
}

interface Replacement {
  before: EditedMenu;
  menu: MenuTree;
  note: string;
  actorId?: string | undefined;
  now: Date;
}

/** Stores a menu and its version, whose number it returns. The caller holds the lock and writes the audit log. */
export async function replaceMenu(
  trx: Transaction<DB>,
  { before, menu, note, actorId, now }: Replacement,
): Promise<number> {
  const entries = placedEntries(menu);
  for (const { entry } of entries) await saveRule(trx, entry);
  await trx.deleteFrom('menu_items').execute();
  if (entries.length > 0)
    await trx
      .insertInto('menu_items')
      .values(
        entries.map(({ entry, placement, parentId, index }) => ({
          id: entry.id,
          placement: placements[placement],
          parent_id: parentId,
          position: index + 1,
          name: entry.name,
          kind: entry.kind,
          status: entry.status,
          icon_url: entry.icon,
          page_link: entry.pageLink,
          open_in_new_tab: entry.openInNewTab,
          nested_pages_links: entry.nestedPagesLinks,
          audience: storedAudience(entry),
        })),
      )
      .execute();
  await trx.updateTable('portal_settings').set({ intranet_url: menu.intranetUrl }).execute();
  // What was there before versions were stored can be restored, too.
  if (before.version === 0)
    await trx
      .insertInto('menu_versions')
      .values({ number: 1, menu: JSON.stringify(before.menu) })
      .execute();
  const number = Math.max(before.version, 1) + 1;
  await trx
    .insertInto('menu_versions')
    .values({
      number,
      menu: JSON.stringify(menu),
      changes: JSON.stringify(countsOf(menuChanges(before.menu, menu))),
      note,
      published_at: now.toISOString(),
      published_by: actorId ?? null,
    })
    .execute();
  await announce(trx, 'menu', EVERYBODY);
  return number;
}

const FactsRow = z.object({ facts: z.array(z.string()) });

/** The ids of the entries that a person would be shown. Throws `not_found` for a person who may not sign in. */
export async function shownTo(db: Db, menu: MenuTree, personId: string): Promise<string[]> {
  const row = await readRow(db, FactsRow, sql`select facts from users where id = ${personId} and disabled_at is null`);
  const { facts } = found(row, 'person');
  const within = (entries: readonly MenuEntry[]): string[] =>
    entries
      .filter((entry) => entry.status !== 'Hidden' && isInAudience(entry, facts))
      .flatMap((entry) => [entry.id, ...within(entry.submenuItems)]);
  return [...within(menu.menuItems), ...within(menu.avatarMenuItems)];
}

const VersionRow = z.extend(MenuVersion, {
  publishedAt: z.nullable(Instant),
  changes: z.nullable(MenuChangeCounts),
});

export async function listVersions(
  db: Db,
  { before }: { before?: number | undefined },
): Promise<CallResult<typeof listMenuVersions>> {
  const rows = await readRows(
    db,
    VersionRow,
    sql`
      select version.number as version, version.published_at as "publishedAt", ${publisher} as "publishedBy", version.note,
        version.changes
      from menu_versions version where version.number < ${before ?? 2_147_483_647}
      order by version.number desc limit ${MENU_VERSIONS_PER_PAGE + 1}`,
  );
  return { items: rows.slice(0, MENU_VERSIONS_PER_PAGE), hasMore: rows.length > MENU_VERSIONS_PER_PAGE };
}

const StoredVersion = z.extend(MenuVersion, { publishedAt: z.nullable(Instant), menu: storedJson<MenuTree>() });

/** Throws `not_found`. */
export async function readVersion(db: Db, number: number): Promise<EditedMenu> {
  const row = await readRow(
    db,
    StoredVersion,
    sql`
      select version.number as version, version.published_at as "publishedAt", ${publisher} as "publishedBy", version.note,
        version.menu
      from menu_versions version where version.number = ${number}`,
  );
  return found(row, 'version of the menu');
}
