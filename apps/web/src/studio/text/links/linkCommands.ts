import { mailtoHref, readEmailAddress } from '@portico/kinds/emailAddress';
import { cleanText } from '@portico/kinds/typedText';
import { isSafeHref } from '@portico/kinds/safeHref';
import type { EditorState, Transaction } from 'prosemirror-state';

export interface LinkRange {
  from: number;
  to: number;
  /** Undefined if the text is not a link yet. */
  href: string | undefined;
}

/** The range that a link would cover: the selection, or the whole link around the caret. */
export function linkRange({ selection, schema }: EditorState): LinkRange {
  const type = schema.marks['link'];
  const { $from, from, to, empty } = selection;
  const { parent } = $from;
  const adjacentMarks = [$from.marks(), $from.nodeAfter?.marks ?? [], $from.nodeBefore?.marks ?? []];
  const linkMark = adjacentMarks.map((marks) => type?.isInSet(marks)).find((mark) => mark !== undefined);
  const href = linkMark ? String(linkMark.attrs['href']) : undefined;
  if (!empty || !linkMark) return { from, to, href };
  const start = $from.start();
  const spans: Array<{ from: number; to: number }> = [];
  parent.forEach((node, offset) => {
    if (!linkMark.isInSet(node.marks)) return;
    const last = spans.at(-1);
    if (last?.to === start + offset) last.to += node.nodeSize;
    else spans.push({ from: start + offset, to: start + offset + node.nodeSize });
  });
  const span = spans.find((each) => each.from <= from && from <= each.to);
  return { ...(span ?? { from, to }), href };
}

/**
 * Links the range to an address, or removes the link if the address is empty. An empty range gets the address as its
 * text. Undefined for an address that is not allowed.
 */
export function setLink(state: EditorState, { from, to }: LinkRange, href: string): Transaction | undefined {
  const type = state.schema.marks['link'];
  if (!type) return undefined;
  if (href === '') return state.tr.removeMark(from, to, type);
  if (!isSafeHref(href) || href.length > 2048) return undefined;
  const mark = type.create({ href });
  if (from === to) return state.tr.insert(from, state.schema.text(href, [mark]));
  return state.tr.removeMark(from, to, type).addMark(from, to, mark);
}

/** Completes an address as people type it: "example.com" gets a scheme, "name@example.com" becomes a mailto link. */
export function completeHref(typed: string): string {
  const text = cleanText(typed);
  if (text === '' || isSafeHref(text)) return text;
  const address = readEmailAddress(text);
  if (address !== undefined) return mailtoHref(address);
  if (/^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#].*)?$/i.test(text) && isSafeHref(`https://${text}`))
    return `https://${text}`;
  return text;
}
