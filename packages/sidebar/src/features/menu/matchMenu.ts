import type { MenuItem } from '@portico/contracts/menu';
import { entriesOf, isExpandable, isInactive, visibleItems, type MenuPath } from './menuTree.ts';

/** Segments of a portal path without query, hash and empty parts; undefined for an address elsewhere. */
function segmentsOf(address: string): string[] | undefined {
  if (!address.startsWith('/') || address.startsWith('//')) return undefined;
  return address
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter(Boolean);
}

/**
 * How well an address belongs to a link: the number of whole segments they share when all of the link's do, so that the
 * longest match wins. 0.5 more when they are the same. The start page belongs only to itself. Undefined when it does not.
 */
export function matchScore(link: string, address: string): number | undefined {
  const wanted = segmentsOf(link);
  const given = segmentsOf(address);
  if (!wanted || !given || wanted.some((segment, at) => segment !== given[at])) return undefined;
  if (wanted.length === given.length) return wanted.length + 0.5;
  return wanted.length === 0 ? undefined : wanted.length;
}

/** The best score of an item's own page and, for an external link with nested links, of the pages that belong to it. Spec §2 Sidebar. */
export function itemScore(item: MenuItem, address: string): number | undefined {
  const nested = item.kind === 'ExternalLinkWithNestedLinks' ? item.nestedPagesLinks : [];
  const links = item.pageLink === null ? nested : [item.pageLink, ...nested];
  const scores = links.map((link) => matchScore(link, address)).filter((score) => score !== undefined);
  return scores.length === 0 ? undefined : Math.max(...scores);
}

/** Path of the entry that an address belongs to. The longest match wins, among equals the first in the menu. */
export function findMenuPath(items: readonly MenuItem[], address: string): MenuPath | undefined {
  let best: { score: number; path: MenuPath } | undefined;
  const visit = (entries: readonly MenuItem[], above: MenuPath) => {
    for (const item of entries) {
      const path = [...above, item.id];
      if (isInactive(item)) continue;
      if (isExpandable(item)) {
        visit(entriesOf(item), path);
        continue;
      }
      const score = itemScore(item, address);
      if (score !== undefined && (best === undefined || score > best.score)) best = { score, path };
    }
  };
  visit(visibleItems(items), []);
  return best?.path;
}
