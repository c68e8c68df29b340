import { isSafeHref } from '@portico/kinds/safeHref';
import { MAX_HREF, MAX_PIECE_LENGTH, type InlineText, type Mark } from '@portico/kinds/richText';

export const isUsableHref = (href: string) => href.length <= MAX_HREF && isSafeHref(href);

/** Splits text into parts that fit into one node, never inside a character. */
function splitText(text: string): string[] {
  if (text.length <= MAX_PIECE_LENGTH) return text === '' ? [] : [text];
  const found: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + MAX_PIECE_LENGTH, text.length);
    if (end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1;
    found.push(text.slice(start, end));
    start = end;
  }
  return found;
}

/** Text with these marks, as nodes that the contract allows. */
export const textNodes = (text: string, marks: Mark[] = []): InlineText =>
  splitText(text).map((part) => ({ type: 'text', text: part, ...(marks.length > 0 && { marks }) }));

/** The entries in lists of at most `size`. */
export const chunks = <Entry>(entries: readonly Entry[], size: number): Entry[][] =>
  Array.from({ length: Math.ceil(entries.length / size) }, (_, part) => entries.slice(part * size, (part + 1) * size));
