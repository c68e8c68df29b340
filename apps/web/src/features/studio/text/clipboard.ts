import { Fragment, Slice, type Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { InlineText, RichTextBlock } from '@portico/contracts/richText';
import { richTextFromClipboard } from '../paste/richTextFromClipboard.ts';
import type { ClipboardContent } from './editorProps.ts';
import { inlineNodes, storableText } from './inlineContent.ts';

/** What a paste or a drop brings; undefined when it brings nothing. */
export function contentOf(data: DataTransfer | null): ClipboardContent | undefined {
  if (!data) return undefined;
  const [html, text] = [data.getData('text/html'), data.getData('text/plain')];
  const files = [...(data.files ?? [])];
  if (html === '' && text === '' && files.length === 0) return undefined;
  return { ...(html !== '' && { html }), ...(text !== '' && { text }), files };
}

/** Blocks as the words of one block, with a line break between them. */
const asOneBlock = (blocks: readonly RichTextBlock[]): InlineText =>
  blocks.flatMap((block, place) => [...(place > 0 ? [{ type: 'hardBreak' as const }] : []), ...(block.content ?? [])]);

const plainWords = (blocks: readonly RichTextBlock[]) =>
  storableText(
    asOneBlock(blocks)
      .map((inline) => (inline.type === 'text' ? inline.text : ' '))
      .join(''),
  ).replace(/[\r\n\t]+/g, ' ');

function nodesFor(view: EditorView, blocks: readonly RichTextBlock[]): Slice {
  const { schema, selection } = view.state;
  const { parent } = selection.$from;
  const closed = (nodes: readonly Node[]) => new Slice(Fragment.from(nodes), 0, 0);
  if (!schema.nodes['hardBreak']) {
    const words = plainWords(blocks);
    return closed(words === '' ? [] : [schema.text(words)]);
  }
  const isCode = parent.type.spec.code === true;
  if (isCode) {
    const words = blocks.map((block) => plainWords([block])).join('\n');
    return closed(words === '' ? [] : [schema.text(words)]);
  }
  const { paragraph, codeBlock } = schema.nodes;
  if (!paragraph || !codeBlock || blocks.length === 1)
    return closed(inlineNodes(schema, blocks.length === 1 ? blocks[0]?.content : asOneBlock(blocks)));
  const nodes = blocks.map((block) =>
    (block.type === 'codeBlock' ? codeBlock : paragraph).create(null, inlineNodes(schema, block.content)),
  );
  // Open at both ends: the first and the last paragraph join the words around the caret.
  return new Slice(Fragment.from(nodes), 1, 1);
}

/** Puts what was pasted at the selection, as far as this text can hold it. */
export function insertContent(view: EditorView, content: ClipboardContent): void {
  const blocks = richTextFromClipboard(content);
  if (blocks.length === 0) return;
  view.dispatch(view.state.tr.replaceSelection(nodesFor(view, blocks)).scrollIntoView().setMeta('paste', true));
}

/**
 * Pasting and dropping without ProseMirror's own reading of HTML, which writes it into an element: our security policy
 * forbids that, and our own reader never does.
 */
export function clipboardEvents(onPaste: (content: ClipboardContent) => boolean) {
  const take = (view: EditorView, content: ClipboardContent) => {
    if (!onPaste(content)) insertContent(view, content);
  };
  return {
    paste: (view: EditorView, event: ClipboardEvent) => {
      event.preventDefault();
      const content = contentOf(event.clipboardData);
      if (content) take(view, content);
      return true;
    },
    drop: (view: EditorView, event: DragEvent) => {
      if (view.dragging) return false; // Words moved inside the text.
      const content = contentOf(event.dataTransfer);
      event.preventDefault();
      if (!content) return true;
      const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
      if (place) view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(place.pos))));
      take(view, content);
      return true;
    },
  };
}
