import type { ComponentTree } from '@portico/contracts/content';

export interface OutlineEntry {
  /** Id of the header component. */
  componentId: string;
  /** Id of the element, for `#` addresses. */
  anchor: string;
  text: string;
  level: number;
}

/** Prefixed, so that no heading can take a name that the page or its scripts use. Source: TRUST X4. */
const PREFIX = 'section-';

function slug(text: string): string {
  const words = text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join('-').slice(0, 60) || 'part';
}

/** The headers of a page in order, each with an anchor of its own: a heading that repeats gets a number. */
export function outline(components: ComponentTree): OutlineEntry[] {
  const taken = new Set<string>();
  return components.flatMap((component) => {
    if (component?.type !== 'Header' || typeof component.text !== 'string') return [];
    const base = PREFIX + slug(component.text);
    let anchor = base;
    for (let n = 2; taken.has(anchor); n += 1) anchor = `${base}-${n}`;
    taken.add(anchor);
    return [{ componentId: component.id, anchor, text: component.text, level: component.level }];
  });
}
