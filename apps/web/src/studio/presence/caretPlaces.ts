import type { ComponentKind } from '@portico/kinds/content';
import { fieldKey } from '@portico/contracts/studio/draft';
import type { StudioCaret } from '@portico/contracts/studio/studio';
import { ALL_FIELDS } from '../session/sessionState.ts';

/* Carets as numbers of characters in the texts of the page, which mean the same in every browser. */

export const TITLE = fieldKey('header');
const TEXTS = '[role=textbox], :is(td, th) > [role=button]';
/**
 * Where the texts of a kind are as its readers see them, in the order of its editors. A text that is empty can be
 * absent.
 */
const DRAWN_TEXTS: Partial<Record<ComponentKind, readonly string[]>> = {
  Header: ['[data-drawn]'],
  BodyText: ['[data-drawn]'],
  BulletedList: ['[data-drawn]'],
  Link: ['p > :first-child', 'p > :nth-child(2)'],
  Quote: ['blockquote', 'figcaption'],
  Callout: ['aside > div > p > span + span', 'aside > div > div'],
  Image: ['figcaption'],
  // The first one: those of sections in it follow.
  ExpandCollapse: ['[data-part-title]'],
};
/** The same of kinds with any number of texts. */
const DRAWN_ENTRIES: Partial<Record<ComponentKind, string>> = { Table: ':is(th, td)', Checklist: 'li > :last-child' };
/** Elements whose start counts as one position. */
const STARTS = 'p, li, pre, br:not(.ProseMirror-trailingBreak)';

/** The component, title or settings to which an element belongs. */
export function areaOf(element: Element | null): { key: string; area: HTMLElement } | undefined {
  const area = element?.closest<HTMLElement>('[data-block-id], [data-writes]');
  const key = area?.dataset['blockId'] ?? area?.dataset['writes'];
  return area && key !== undefined ? { key, area } : undefined;
}

/** Where a component or the title is on the page. */
export const findArea = (key: string): HTMLElement | null =>
  key === ALL_FIELDS
    ? null
    : document.querySelector(`main :is([data-block-id="${CSS.escape(key)}"], h1[data-writes="${CSS.escape(key)}"])`);

/** The texts of a component that can be edited, without those of the components inside it. */
const editorsIn = (area: HTMLElement): HTMLElement[] =>
  [...area.querySelectorAll<HTMLElement>(TEXTS)].filter((text) => areaOf(text)?.area === area);

/**
 * The same for people who may not write and see a component as its readers do. A text that readers don't see is null.
 */
export function textsIn(area: HTMLElement): Array<HTMLElement | null> {
  const editors = editorsIn(area);
  if (editors.length > 0) return editors;
  if (area.dataset['writes'] === TITLE) return [area];
  const kind = area.dataset['kind'] as ComponentKind;
  const entries = DRAWN_ENTRIES[kind];
  if (entries !== undefined) return [...area.querySelectorAll<HTMLElement>(entries)];
  return (DRAWN_TEXTS[kind] ?? []).map((place) => area.querySelector<HTMLElement>(place));
}

function* nodesIn(text: HTMLElement): Generator<{ node: Node; start: number; size: number }> {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let start = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const size = node instanceof Text ? node.data.length : (node as Element).matches(STARTS) ? 1 : 0;
    yield { node, start, size };
    start += size;
  }
}

/** What a text says, with a line feed where a paragraph or entry starts or a line breaks. */
export const lettersOf = (text: HTMLElement): string =>
  [...nodesIn(text)].map(({ node, size }) => (node instanceof Text ? node.data : '\n'.repeat(size))).join('');

/** How many characters precede a point of the DOM in a text. */
function offsetOf(text: HTMLElement, point: Node, offset: number): number {
  const child = point.childNodes[offset];
  let count = 0;
  for (const { node, start, size } of nodesIn(text)) {
    if (node === point && node instanceof Text) return start + offset;
    if (node === child) return start;
    const isAfter = (point.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    if (!child && isAfter && !point.contains(node)) return start;
    count = start + size;
  }
  return count;
}

/** The point of the DOM after so many characters of a text. */
function pointAt(text: HTMLElement, offset: number): [node: Node, offset: number] {
  let point: [Node, number] = [text, 0];
  for (const { node, start, size } of nodesIn(text)) {
    if (start > offset) break;
    if (node instanceof Text) point = [node, Math.min(offset - start, size)];
    else if (start + size <= offset && size > 0) point = node.nodeName === 'BR' ? pointAfter(node) : [node, 0];
  }
  return point;
}

const pointAfter = (node: Node): [Node, number] => [
  node.parentNode!,
  [...node.parentNode!.childNodes].indexOf(node as ChildNode) + 1,
];

/** The caret or selection of this editor in a text of a component; null outside texts. */
export function caretIn(area: HTMLElement): StudioCaret | null {
  const selection = document.getSelection();
  if (!selection?.anchorNode || !selection.focusNode) return null;
  const { anchorNode, focusNode } = selection;
  const text = editorsIn(area).findIndex((each) => each.contains(anchorNode) && each.contains(focusNode));
  const element = editorsIn(area)[text];
  if (!element) return null;
  return {
    text,
    anchor: offsetOf(element, anchorNode, selection.anchorOffset),
    head: offsetOf(element, focusNode, selection.focusOffset),
  };
}

/** The part of a text between two numbers of characters. */
export function rangeIn(text: HTMLElement, anchor: number, head: number): Range {
  const range = document.createRange();
  range.setStart(...pointAt(text, Math.min(anchor, head)));
  range.setEnd(...pointAt(text, Math.max(anchor, head)));
  return range;
}

/** Where the caret at so many characters of a text is on the screen. */
export function caretBox(text: HTMLElement, head: number): DOMRect {
  const [node, offset] = pointAt(text, head);
  const range = document.createRange();
  range.setStart(node, offset);
  const box = [...range.getClientRects()].at(-1);
  if (box) return box;
  // A collapsed range in an empty line has no box.
  const { left, top, height } = (node instanceof Element ? node : text).getBoundingClientRect();
  return new DOMRect(left, top, 0, height);
}
