import { Fragment, Slice, type Node } from 'prosemirror-model';
import { TextSelection, type EditorState, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { InlineText, RichTextBlock } from '@portico/kinds/richText';
import { paste } from '../paste/pasteReader.ts';
import type { PasteReader } from '../paste/plainReader.ts';
import type { ClipboardContent } from './editorProps.ts';
import { followRange, rangeOf, type Range } from './followedRanges.ts';
import { inlineNodes, storableText } from './inlineContent.ts';

/** The content of a paste or drop; undefined if it is empty. */
export function contentOf(data: DataTransfer | null): ClipboardContent | undefined {
  if (!data) return undefined;
  const [html, text] = [data.getData('text/html'), data.getData('text/plain')];
  const files = [...(data.files ?? [])];
  if (html === '' && text === '' && files.length === 0) return undefined;
  return { ...(html !== '' && { html }), ...(text !== '' && { text }), files };
}

/** The content of several blocks as one block, with line breaks between them. */
const asOneBlock = (blocks: readonly RichTextBlock[]): InlineText =>
  blocks.flatMap((block, index) => [...(index > 0 ? [{ type: 'hardBreak' as const }] : []), ...(block.content ?? [])]);

const plainText = (blocks: readonly RichTextBlock[]) =>
  storableText(
    asOneBlock(blocks)
      .map((inline) => (inline.type === 'text' ? inline.text : ' '))
      .join(''),
  ).replace(/[\r\n\t]+/g, ' ');

function nodesFor({ doc, selection: { $from } }: Transaction, blocks: readonly RichTextBlock[]): Slice {
  const { schema } = doc.type;
  const { parent } = $from;
  const closed = (nodes: readonly Node[]) => new Slice(Fragment.from(nodes), 0, 0);
  if (!schema.nodes['hardBreak']) {
    const text = plainText(blocks);
    return closed(text === '' ? [] : [schema.text(text)]);
  }
  const isCode = parent.type.spec.code === true;
  if (isCode) {
    const text = blocks.map((block) => plainText([block])).join('\n');
    return closed(text === '' ? [] : [schema.text(text)]);
  }
  const { paragraph, codeBlock } = schema.nodes;
  if (!paragraph || !codeBlock || blocks.length === 1)
    return closed(inlineNodes(schema, blocks.length === 1 ? blocks[0]?.content : asOneBlock(blocks)));
  const nodes = blocks.map((block) =>
    (block.type === 'codeBlock' ? codeBlock : paragraph).create(null, inlineNodes(schema, block.content)),
  );
  // Open at both ends, so that the first and last paragraphs merge with the text around the caret.
  return new Slice(Fragment.from(nodes), 1, 1);
}

/** Inserts pasted content at the selection, as far as this text can hold it. */
export function insertContent(view: EditorView, content: ClipboardContent): void {
  const id = Symbol('paste');
  let range: Range = view.state.selection;
  /** The text that this paste has inserted so far. */
  let inserted: string | undefined;
  const insert = (reader: PasteReader) => {
    if (view.isDestroyed) return;
    const { state } = view;
    range = rangeOf(state, id) ?? range;
    const isUntouched = inserted === undefined || textIn(state.doc, range) === inserted;
    const blocks = reader.richText(content);
    if (!isUntouched || blocks.length === 0) return;
    const transaction = replaceRange(state, range, blocks);
    range = { from: range.from, to: transaction.mapping.map(range.to) };
    inserted = textIn(transaction.doc, range);
    view.dispatch(transaction);
  };
  const isComplete = paste(content, { insert, isPlainFirst: true });
  if (!isComplete) view.dispatch(followRange(view.state.tr, id, range));
}

const textIn = (doc: Node, { from, to }: Range) => doc.textBetween(from, to, '\n');

function replaceRange(state: EditorState, { from, to }: Range, blocks: readonly RichTextBlock[]): Transaction {
  const { selection, tr } = state;
  const isSelected = selection.from === from && selection.to === to;
  if (!isSelected) tr.setSelection(TextSelection.create(tr.doc, from, to));
  tr.replaceSelection(nodesFor(tr, blocks)).setMeta('paste', true);
  // Text typed in the meantime stays before the caret.
  if (!isSelected) tr.setSelection(selection.map(tr.doc, tr.mapping));
  return isSelected ? tr.scrollIntoView() : tr;
}

/**
 * Handles paste and drop without ProseMirror's HTML parser, which writes HTML into an element: our security policy
 * forbids that, and our own reader never does it.
 */
export function clipboardEvents(onPaste: (content: ClipboardContent) => boolean) {
  const receive = (view: EditorView, content: ClipboardContent) => {
    if (!onPaste(content)) insertContent(view, content);
  };
  return {
    paste: (view: EditorView, event: ClipboardEvent) => {
      event.preventDefault();
      const content = contentOf(event.clipboardData);
      if (content) receive(view, content);
      return true;
    },
    drop: (view: EditorView, event: DragEvent) => {
      if (view.dragging) return false; // Text moved inside the editor.
      const content = contentOf(event.dataTransfer);
      event.preventDefault();
      if (!content) return true;
      const position = view.posAtCoords({ left: event.clientX, top: event.clientY });
      if (position) view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(position.pos))));
      receive(view, content);
      return true;
    },
  };
}
