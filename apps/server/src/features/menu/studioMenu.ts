import { sql } from 'kysely';
import { z } from 'zod/mini';
import { mayCreate, ownDepartments } from '@portico/authoring/mayDo';
import { departmentOf } from '@portico/authoring/needsApproval';
import { sameName } from '@portico/authoring/sameName';
import type { MenuItem } from '@portico/contracts/menu';
import type { StudioKind } from '@portico/contracts/studio/draft';
import { itemPath } from '../../content/itemPath.ts';
import type { Db } from '../../db/pool.ts';
import { readRows } from '../../db/rows.ts';
import type { Person } from '../../sign-in/people.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';

const base = { status: 'Default' as const, icon: null, openInNewTab: false, nestedPagesLinks: [] };
const link = (id: string, name: string, pageLink: string): MenuItem => ({
  ...base,
  id,
  name,
  kind: 'Link',
  pageLink,
  submenuItems: [],
});
const folder = (id: string, name: string, icon: string, submenuItems: MenuItem[]): MenuItem => ({
  ...base,
  id,
  name,
  kind: 'Folder',
  icon: { url: `/icons/${icon}.svg` },
  pageLink: null,
  submenuItems,
});

const newKinds: Array<[StudioKind, string]> = [
  ['news', 'News item'],
  ['event', 'Event'],
  ['resource', 'Resource'],
  ['document', 'Document'],
  ['page', 'Page'],
];

/**
 * The studio entry for someone with a role in it: what they may create, and the pages of this menu that they may edit.
 */
export async function studioMenu(
  db: Db,
  { person, reader, menuItems }: { person: Pick<Person, 'grants'>; reader: Reader; menuItems: MenuItem[] },
): Promise<MenuItem> {
  const pages = mayCreate(person) ? await editablePages(db, { person, reader, menuItems }) : [];
  const created = newKinds.map(([kind, name]) => link(`studio-new-${kind}`, name, `/studio?new=${kind}`));
  return {
    ...base,
    id: 'studio',
    name: 'Studio',
    kind: 'ApplicationPage',
    icon: { url: '/icons/studio.svg' },
    pageLink: '/studio',
    submenuItems: [
      ...(mayCreate(person) ? [folder('studio-new', 'New content', 'new', created)] : []),
      ...(pages.length > 0 ? [folder('studio-edit', 'Edit pages', 'pages', pages)] : []),
    ],
  };
}

const PageRow = z.object({
  id: z.uuid(),
  kind: z.enum(['page', 'home']),
  path: z.string(),
  department: z.nullable(z.string()),
  authorDepartment: z.nullable(z.string()),
});

/** The content pages that menu entries link to, in menu order and with the names of the entries. */
async function editablePages(
  db: Db,
  { person, reader, menuItems }: { person: Pick<Person, 'grants'>; reader: Reader; menuItems: MenuItem[] },
): Promise<MenuItem[]> {
  const names = new Map<string, string>();
  for (const { name, pageLink } of everyEntry(menuItems))
    if (pageLink?.startsWith('/') && !names.has(pageLink)) names.set(pageLink, name);
  const departments = ownDepartments(person);
  const rows = await readRows(
    db,
    PageRow,
    sql`
      select distinct on (path) item.id, item.kind, ${itemPath} as path, item.department, item.author_department as "authorDepartment"
      from content_items item
      where item.kind in ('page', 'home') and ${itemPath} = any (${[...names.keys()]}) and ${visibleTo(reader)}
      order by path, item.published_at desc, item.id desc`,
  );
  const isTheirs = (row: z.infer<typeof PageRow>) => {
    const department = departmentOf(row.kind, row);
    return departments === null || departments.some((own) => department !== null && sameName(own, department));
  };
  const found = new Map(rows.filter(isTheirs).map((row) => [row.path, row.id]));
  return [...names].flatMap(([path, name]) => {
    const itemId = found.get(path);
    return itemId === undefined ? [] : [link(`studio-edit-${itemId}`, name, `/studio/${itemId}`)];
  });
}

const everyEntry = (items: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => [item, ...everyEntry(item.submenuItems)]);
