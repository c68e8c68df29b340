import {
  MAX_MENU_ENTRIES,
  MAX_MENU_LEVELS,
  MAX_MENU_NAME,
  MAX_NESTED_LINKS,
  type MenuEntry,
  type MenuTree,
} from '@portico/contracts/studio/menuDesk';
import { isSafeHref } from '@portico/kinds/safeHref';
import { placedEntries } from './menuTree.ts';

export type MenuProblemKind =
  | 'NoName'
  | 'LongName'
  | 'NoAddress'
  | 'BadAddress'
  | 'BadIcon'
  | 'BadNestedLink'
  | 'TooManyNestedLinks'
  | 'TooDeep'
  | 'SameId'
  | 'TooMany'
  | 'BadIntranetUrl';

export interface MenuProblem {
  /** Null for a problem of the whole menu. */
  entryId: string | null;
  problem: MenuProblemKind;
}

const linkKinds: ReadonlySet<MenuEntry['kind']> = new Set(['Link', 'ExternalLink', 'ExternalLinkWithNestedLinks']);

/** Why a menu can't be published, entry by entry; empty if it can. */
export function menuProblems(menu: MenuTree): MenuProblem[] {
  const entries = placedEntries(menu);
  const ids = new Set<string>();
  const found: MenuProblem[] = [];
  if (menu.intranetUrl !== null && !isSafeHref(menu.intranetUrl))
    found.push({ entryId: null, problem: 'BadIntranetUrl' });
  if (entries.length > MAX_MENU_ENTRIES) found.push({ entryId: null, problem: 'TooMany' });
  for (const { entry, level } of entries) {
    const problems = problemsOf(entry);
    if (level > MAX_MENU_LEVELS) problems.push('TooDeep');
    if (ids.has(entry.id)) problems.push('SameId');
    ids.add(entry.id);
    found.push(...problems.map((problem) => ({ entryId: entry.id, problem })));
  }
  return found;
}

function problemsOf({ name, kind, icon, pageLink, nestedPagesLinks }: MenuEntry): MenuProblemKind[] {
  const problems: MenuProblemKind[] = [];
  if (name.trim() === '') problems.push('NoName');
  if (name.length > MAX_MENU_NAME) problems.push('LongName');
  if (pageLink === null && linkKinds.has(kind)) problems.push('NoAddress');
  if (pageLink !== null && !isSafeHref(pageLink)) problems.push('BadAddress');
  if (icon !== null && !isSafeHref(icon)) problems.push('BadIcon');
  if (nestedPagesLinks.some((path) => !path.startsWith('/') || !isSafeHref(path))) problems.push('BadNestedLink');
  if (nestedPagesLinks.length > MAX_NESTED_LINKS) problems.push('TooManyNestedLinks');
  return problems;
}
