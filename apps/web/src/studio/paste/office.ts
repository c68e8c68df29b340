import type { HtmlElement } from './htmlTree.ts';
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
  const number = numberOf(markerOf(element)?.trim() ?? '');
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

const romans: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };
const isRoman = (letters: string) =>
  /^(?:[ivx]|(?=..)m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3}))$/.test(letters);

const romanValue = (letters: string) =>
  [...letters].reduce((sum, letter, place) => {
    const value = romans[letter]!;
    return value < (romans[letters[place + 1] ?? ''] ?? 0) ? sum - value : sum + value;
  }, 0);

const alphabetValue = (letters: string) =>
  [...letters].reduce((value, letter) => value * 26 + letter.charCodeAt(0) - 96, 0);

/** The number of a marker such as "3.", "b)" or "(iv)"; undefined for a bullet. */
function numberOf(marker: string): number | undefined {
  const word = /^\(?(\d{1,4}|[a-z]{1,4})[.)]/i.exec(marker)?.[1]?.toLowerCase();
  if (word === undefined) return undefined;
  if (/^\d/.test(word)) return Number(word);
  return isRoman(word) ? romanValue(word) : alphabetValue(word);
}

/** Maximum characters of a marker and the whitespace after it. */
const MAX_MARKER_LENGTH = 200;
const MARKER = /^\s*([·•§▪o]|\(?(?:\d{1,4}|[a-z]{1,4})[.)])\s*\u00a0[\s\u00a0]*/i;

function entryByMarker(element: HtmlElement): WordEntry | undefined {
  if (!element.attributes['class']?.startsWith('MsoListParagraph')) return undefined;
  const [whole, marker = ''] = MARKER.exec(startOfText(element, MAX_MARKER_LENGTH)) ?? [];
  if (whole === undefined) return undefined;
  const number = numberOf(marker);
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
