import type { ComponentTree, ContentComponent } from '../../content.ts';
import { listOf } from '../../base/listOf.ts';
import { MAX_NESTING } from '../../base/nesting.ts';
import { headingOf } from '../registry.ts';

/** A target of `#` links on the page. */
export interface OutlineTarget {
  componentId: string;
  /** Id of the element, for `#` addresses. */
  anchor: string;
  /**
   * Ids of the parts that must be open for it to be visible, outermost first; includes its own id if it is such a part.
   */
  parts: string[];
}

/** A header or an expandable part. */
export interface OutlineEntry extends OutlineTarget {
  text: string;
  level: HeadingLevel;
}

export type HeadingLevel = 2 | 3 | 4 | 5 | 6;

export interface PageHeadings {
  /** In reading order. */
  entries: OutlineEntry[];
  /** Other targets: checklists, which people's tasks link to. */
  checklists: OutlineTarget[];
  /** Heading level of each component that has a heading. Keyed by object, because ids can repeat in broken content. */
  levels: ReadonlyMap<ContentComponent, HeadingLevel>;
  /** Element ids of the targets, keyed by object. */
  anchors: ReadonlyMap<ContentComponent, string>;
}

/** Prefixed, so that no target can use a name that belongs to the page or its scripts. Source: TRUST X4. */
const PREFIX = 'section-';

function slug(text: string): string {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join('-').slice(0, 60) || 'part';
}

const headerLevel = (level: unknown) => (level === 3 || level === 4 ? level : 2);
const heading = (level: number) => Math.min(level, 6) as HeadingLevel;

/**
 * The headings of a page. A header has the level its author chose, but inside an expandable part it ranks below the
 * part's title; headings of other kinds are one level below the preceding header. A repeated heading gets a numbered
 * anchor.
 */
export function pageHeadings(components: ComponentTree): PageHeadings {
  const entries: OutlineEntry[] = [];
  const checklists: OutlineTarget[] = [];
  const levels = new Map<ContentComponent, HeadingLevel>();
  const anchors = new Map<ContentComponent, string>();
  const taken = new Set<string>();

  function anchorFor(text: string): string {
    const base = PREFIX + slug(text);
    let anchor = base;
    for (let n = 2; taken.has(anchor); n += 1) anchor = `${base}-${n}`;
    taken.add(anchor);
    return anchor;
  }

  /** Returns the level of the last header; content after the list ranks below it. */
  function visit(list: ContentComponent[], parent: number, before: number, parts: string[], depth: number): number {
    let last = before;
    for (const component of list) {
      if (component?.type === 'Columns' && depth < MAX_NESTING) {
        for (const column of listOf(component.columns)) {
          last = visit(listOf(column?.components), parent, last, parts, depth + 1);
        }
        continue;
      }
      const text = headingOf(component);
      if (component?.type === 'Checklist') {
        const anchor = anchorFor(typeof text === 'string' ? text : 'checklist');
        anchors.set(component, anchor);
        checklists.push({ componentId: component.id, anchor, parts });
      }
      if (typeof text !== 'string') continue;
      const level = heading(
        component.type === 'Header' ? Math.max(headerLevel(component.level), parent + 1) : last + 1,
      );
      levels.set(component, level);
      if (component.type !== 'Header' && component.type !== 'ExpandCollapse') continue;
      const anchor = anchorFor(text);
      const inside = component.type === 'ExpandCollapse' ? [...parts, component.id] : parts;
      anchors.set(component, anchor);
      entries.push({ componentId: component.id, anchor, text, level, parts: inside });
      if (component.type === 'Header') last = level;
      else if (depth < MAX_NESTING) visit(listOf(component.components), level, level, inside, depth + 1);
    }
    return last;
  }

  visit(listOf(components), 1, 1, [], 1);
  return { entries, checklists, levels, anchors };
}

/** The headers of a page and the titles of its expandable parts, in reading order, for a table of contents. */
export function outline(components: ComponentTree): OutlineEntry[] {
  return pageHeadings(components).entries;
}
