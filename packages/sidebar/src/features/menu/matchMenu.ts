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
 * How well an address matches a link: the number of whole segments in the link if the address starts with all of them,
 * so that the longest match wins, plus 0.5 if both are equal. The start page matches only itself. Undefined if there is
 * no match.
 */
export function matchScore(link: string, address: string): number | undefined {
  const target = segmentsOf(link);
  const segments = segmentsOf(address);
  if (!target || !segments || target.some((segment, at) => segment !== segments[at])) return undefined;
  if (target.length === segments.length) return target.length + 0.5;
  return target.length === 0 ? undefined : target.length;
}

/**
 * The best score of an item's page and, for an external link with nested links, of its nested pages. Source: spec §2
 * Sidebar.
 */
export function itemScore(item: MenuItem, address: string): number | undefined {
  const nested = item.kind === 'ExternalLinkWithNestedLinks' ? item.nestedPagesLinks : [];
  const links = item.pageLink === null ? nested : [item.pageLink, ...nested];
  const scores = links.map((link) => matchScore(link, address)).filter((score) => score !== undefined);
  return scores.length === 0 ? undefined : Math.max(...scores);
}

/** Path of the entry that matches an address best. The longest match wins, then the first in the menu. */
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
