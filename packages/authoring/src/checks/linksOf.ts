import { shellOf, type ContentComponent } from '@portico/kinds/content';
import type { ItemContent } from '@portico/contracts/studio/draft';
import { walkDraft } from '../tree/find.ts';

const linksByComponent = new WeakMap<ContentComponent, string[]>();

/**
 * Every address in a component, without those of nested components; each once. Components are immutable, so the result
 * is cached.
 */
export function linksOf(component: ContentComponent): string[] {
  const links = linksByComponent.get(component) ?? [...new Set(addresses(shellOf(component)))];
  linksByComponent.set(component, links);
  return links;
}

/** Every address in the components of a draft, each once. */
export const linksOfDraft = (draft: ItemContent): string[] => [
  ...new Set([...walkDraft(draft)].flatMap(({ component }) => linksOf(component))),
];

function addresses(data: unknown): string[] {
  if (Array.isArray(data)) return data.flatMap(addresses);
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) => {
    if (name === 'href') return typeof value === 'string' && value !== '' ? [value] : [];
    return addresses(value);
  });
}
