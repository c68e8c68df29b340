import { listOf } from '@portico/kinds/listOf';
import type { Inline, InlineText, Mark } from '@portico/kinds/richText';
import { isSafeHref } from '@portico/kinds/safeHref';
import type { Node, Mark as EditorMark, Schema } from 'prosemirror-model';
import { MAX_PIECE_LENGTH } from '@portico/kinds/richText';

const simpleMarks = new Set(['bold', 'italic', 'strike', 'code']);

function editorMark(schema: Schema, mark: Mark): EditorMark {
  const type = schema.marks[mark?.type];
  if (mark?.type === 'link' && type && isSafeHref(mark.attrs?.href ?? ''))
    return type.create({ href: mark.attrs.href });
  if (type && simpleMarks.has(mark.type)) return type.create();
  return schema.mark('unknown', { mark });
}

/** The editor nodes for inline text. Content unknown to this version becomes a node that holds it unchanged. */
export function inlineNodes(schema: Schema, text: InlineText | undefined): Node[] {
  return (listOf(text) as Inline[]).flatMap((inline) => {
    if (inline?.type === 'hardBreak') return [schema.node('hardBreak')];
    if (inline?.type !== 'text') return [schema.node('unknownInline', { value: inline })];
    if (typeof inline.text !== 'string' || inline.text === '') return [];
    const marks = (listOf(inline.marks) as Mark[]).map((mark) => editorMark(schema, mark));
    return [
      schema.text(
        inline.text,
        marks.reduce<readonly EditorMark[]>((set, mark) => mark.addToSet(set), []),
      ),
    ];
  });
}

function contractMark({ type, attrs }: EditorMark): Mark {
  if (type.name === 'unknown') return attrs['mark'] as Mark;
  if (type.name === 'link') return { type: 'link', attrs: { href: String(attrs['href']) } };
  return { type: type.name } as Mark;
}

/** Splits text into parts of at most `MAX_PIECE_LENGTH` characters, never inside a surrogate pair. */
function splitText(text: string): string[] {
  const found: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + MAX_PIECE_LENGTH, text.length);
    if (end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1;
    found.push(text.slice(start, end));
    start = end;
  }
  return found;
}

/** Text that a database can store: well-formed, without NUL characters. */
export const storableText = (text: string) => text.replaceAll('\u0000', '').toWellFormed();

/** The inline text of an editor node. */
export function inlineTextOf(parent: Node): InlineText {
  const text: InlineText = [];
  parent.forEach((node) => {
    if (node.type.name === 'hardBreak') return text.push({ type: 'hardBreak' });
    if (node.type.name === 'unknownInline') return text.push(node.attrs['value'] as Inline);
    const marks = node.marks.map(contractMark);
    for (const part of splitText(storableText(node.text ?? '')))
      text.push({ type: 'text', text: part, ...(marks.length > 0 && { marks }) });
  });
  return text;
}
