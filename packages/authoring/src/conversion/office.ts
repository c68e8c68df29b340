import type { HtmlElement } from './htmlTree.ts';
import { markerNumber } from './listMarker.ts';
import { rawText, startOfText } from './rawText.ts';
import { styleOf } from './wordStyles.ts';

/** A list entry as Word writes it: a paragraph with its level in its style and its marker as text. */
export interface WordEntry {
  /** The paragraph without its marker. */
  element: HtmlElement;
  depth: number;
  ordered: boolean;
  start: number | undefined;
  /** Identifies the list. */
  list: string;
}

const isMarker = ({ attributes }: HtmlElement) => /mso-list\s*:\s*ignore/i.test(attributes['style'] ?? '');

/** A list entry, recognized by the list named in its style, or, if a browser removed the style, by its marker. */
export function wordEntry(element: HtmlElement): WordEntry | undefined {
  const [, list, level] = /\b(l\d+)\s+level(\d+)/.exec(styleOf(element, 'mso-list') ?? '') ?? [];
  if (list === undefined || level === undefined) return entryByMarker(element);
  const number = markerNumber(markerOf(element)?.trim() ?? '');
  const override = /\blfo\d+/.exec(styleOf(element, 'mso-list') ?? '')?.[0] ?? '';
  const depth = Math.min(Math.max(Number(level), 1), 9) - 1;
  return { element, depth, ordered: number !== undefined, start: number, list: `${list} ${override}` };
}

function markerOf(element: HtmlElement): string | undefined {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (isMarker(child)) return rawText(child);
    const found = markerOf(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Maximum characters of a marker and the whitespace after it. */
const MAX_MARKER_LENGTH = 200;
const MARKER = /^\s*([·•§▪o]|\(?(?:\d{1,4}|[a-z]{1,4})[.)])\s*\u00a0[\s\u00a0]*/i;

function entryByMarker(element: HtmlElement): WordEntry | undefined {
  if (!element.attributes['class']?.startsWith('MsoListParagraph')) return undefined;
  const [whole, marker = ''] = MARKER.exec(startOfText(element, MAX_MARKER_LENGTH)) ?? [];
  if (whole === undefined) return undefined;
  const number = markerNumber(marker);
  return {
    element: withoutStart(element, { length: whole.length }),
    depth: 0,
    ordered: number !== undefined,
    start: number,
    list: '',
  };
}

/** The element without `rest.length` characters at its start. */
function withoutStart(element: HtmlElement, rest: { length: number }): HtmlElement {
  const children = element.children.map((child) => {
    if (typeof child !== 'string') return rest.length > 0 ? withoutStart(child, rest) : child;
    const cut = Math.min(rest.length, child.length);
    rest.length -= cut;
    return child.slice(cut);
  });
  return { ...element, children };
}

/** The attributes of the picture in a Word drawing; undefined if it has none. */
export function vmlPicture(shape: HtmlElement): Record<string, string> | undefined {
  for (const child of shape.children) {
    if (typeof child === 'string') continue;
    const { src } = child.attributes;
    if (child.name === 'v:imagedata' && src)
      return { src, alt: shape.attributes['alt'] ?? child.attributes['o:title'] ?? '' };
    const inside = vmlPicture(child);
    if (inside) return inside;
  }
  return undefined;
}

/** A Word comment or a reference to one; comments about a text are not part of it. */
export function officeComment(element: HtmlElement): { count: number } | undefined {
  if (element.name === 'a' && /\bmsocomanchor\b/.test(element.attributes['class'] ?? '')) return { count: 0 };
  if (styleOf(element, 'mso-element') !== 'comment-list') return undefined;
  return { count: countComments(element) };
}

const countComments = (element: HtmlElement): number =>
  element.children.reduce((sum, child) => {
    if (typeof child === 'string') return sum;
    return sum + (styleOf(child, 'mso-element') === 'comment' ? 1 : countComments(child));
  }, 0);
