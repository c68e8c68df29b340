import { isSafeHref } from '@portico/contracts/safeHref';
import type { EditorState, Transaction } from 'prosemirror-state';

export interface LinkRange {
  from: number;
  to: number;
  /** Undefined where the words are no link yet. */
  href: string | undefined;
}

/** The words that a link would be on: the selection, or the whole link around the caret. */
export function linkRange({ selection, schema }: EditorState): LinkRange {
  const type = schema.marks['link'];
  const { $from, from, to, empty } = selection;
  const { parent } = $from;
  const beside = [$from.marks(), $from.nodeAfter?.marks ?? [], $from.nodeBefore?.marks ?? []];
  const near = beside.map((marks) => type?.isInSet(marks)).find((mark) => mark !== undefined);
  const href = near ? String(near.attrs['href']) : undefined;
  if (!empty || !near) return { from, to, href };
  const start = $from.start();
  const spans: Array<{ from: number; to: number }> = [];
  parent.forEach((node, offset) => {
    if (!near.isInSet(node.marks)) return;
    const last = spans.at(-1);
    if (last?.to === start + offset) last.to += node.nodeSize;
    else spans.push({ from: start + offset, to: start + offset + node.nodeSize });
  });
  const span = spans.find((each) => each.from <= from && from <= each.to);
  return { ...(span ?? { from, to }), href };
}

/**
 * Links the words to an address, or unlinks them when it is empty. Without words the address itself is written.
 * Undefined for an address that no link may have.
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

/** An address as people type it: "example.com" and "name@example.com" become what they mean. */
export function completeHref(typed: string): string {
  const text = typed.trim();
  if (text === '' || isSafeHref(text)) return text;
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`;
  if (/^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#].*)?$/i.test(text) && isSafeHref(`https://${text}`))
    return `https://${text}`;
  return text;
}
