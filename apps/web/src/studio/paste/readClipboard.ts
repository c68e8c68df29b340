import { marked } from 'marked';
import type { DroppedCount } from './dropped.ts';
import type { Piece } from './pieces.ts';
import { asMarkdown, readPlainText } from './plainText.ts';
import { readHtml } from './readHtml.ts';
import type { ReadClipboard } from './pasteReader.ts';

const hasMarks = (piece: Piece) =>
  'text' in piece &&
  typeof piece.text !== 'string' &&
  piece.text.some((inline) => inline.type === 'text' && inline.marks);

/** Whether HTML adds nothing to its plain text, as when copied from a code editor. */
const isPlainText = (pieces: Piece[]) =>
  pieces.every((piece) => piece.kind === 'code' || (piece.kind === 'paragraph' && !hasMarks(piece)));

/** Converts Markdown via HTML; undefined for text that the Markdown parser can't handle. */
function readMarkdown(text: string, dropped: DroppedCount): Piece[] | undefined {
  try {
    return readHtml(marked.parse(text, { async: false, gfm: true }), dropped);
  } catch (error) {
    // Nesting deeper than the stack, which is not something people write.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads the content of a clipboard. Prefers HTML, unless it is only a formatted view of Markdown text. */
export const readClipboard: ReadClipboard = ({ html = '', text = '' }, dropped) => {
  const fromHtml = html === '' ? [] : readHtml(html, dropped);
  const isText = fromHtml.length === 0 || isPlainText(fromHtml);
  if (isText && text !== '') {
    const markdown = asMarkdown(text);
    const fromMarkdown = markdown === undefined ? undefined : readMarkdown(markdown, dropped);
    if (fromMarkdown) return fromMarkdown;
  }
  return fromHtml.length > 0 ? fromHtml : readPlainText(text, dropped);
};
