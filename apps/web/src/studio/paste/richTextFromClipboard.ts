import type { InlineText, RichTextBlock } from '@portico/kinds/richText';
import { MAX_BLOCKS, MAX_PIECE_LENGTH } from '@portico/kinds/richText';
import { DroppedCount } from './dropped.ts';
import { splitParagraph, splitText } from './inlineTextBuilder.ts';
import type { ClipboardText, ReadClipboard } from './pasteReader.ts';
import { linesOf, type Piece } from './pieces.ts';
import { looksLikeMarkdown, withLinks } from './plainText.ts';

const asBold = (text: InlineText): InlineText =>
  text.map((inline) =>
    inline.type === 'text'
      ? { ...inline, marks: [...(inline.marks ?? []).filter(({ type }) => type !== 'bold'), { type: 'bold' }] }
      : inline,
  );

export const codeBlock = (text: string): RichTextBlock => ({
  type: 'codeBlock',
  content: splitText(text).map((part) => ({ type: 'text', text: part })),
});

/** Pieces as paragraphs and code, which is what the rich text of a component can hold. */
export function richBlocks(pieces: Piece[]): RichTextBlock[] {
  const paragraphs = (text: InlineText): RichTextBlock[] =>
    splitParagraph(text).map((content) => ({ type: 'paragraph', content }));
  return pieces.flatMap((piece) => {
    if (piece.kind === 'code') return [codeBlock(piece.text)];
    if (piece.kind === 'heading') return paragraphs(asBold(piece.text));
    if (piece.kind === 'quote') return richBlocks(piece.pieces);
    if (piece.kind === 'table')
      return [...(piece.table.header.length > 0 ? [piece.table.header] : []), ...piece.table.rows].flatMap((row) =>
        paragraphs(
          row.flatMap((cell, place) => [...(place > 0 ? [{ type: 'text' as const, text: ' ' }] : []), ...cell]),
        ),
      );
    return paragraphs(linesOf([piece]));
  });
}

/** Content pasted into a text, as paragraphs and code. */
export function richTextFromClipboard(clipboard: ClipboardText, read: ReadClipboard): RichTextBlock[] {
  const { html = '', text = '' } = clipboard;
  // A fragment of a line keeps the spaces at its ends.
  if (
    html === '' &&
    text !== '' &&
    text.length <= MAX_PIECE_LENGTH &&
    !/[\n\r\t]/.test(text) &&
    !looksLikeMarkdown(text)
  )
    return [{ type: 'paragraph', content: withLinks(text.replaceAll('\u0000', '').toWellFormed()) }];
  return richBlocks(read(clipboard, new DroppedCount())).slice(0, MAX_BLOCKS);
}
