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

/** Whether HTML says no more than its text, as editors of code copy it. */
const isOnlyWords = (pieces: Piece[]) =>
  pieces.every((piece) => piece.kind === 'code' || (piece.kind === 'paragraph' && !hasMarks(piece)));

/** Converts Markdown through HTML; undefined for text that the Markdown reader can't read. */
function readMarkdown(text: string, dropped: DroppedCount): Piece[] | undefined {
  try {
    return readHtml(marked.parse(text, { async: false, gfm: true }), dropped);
  } catch (error) {
    // Signs in each other deeper than the stack: not what people write.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What a clipboard holds. HTML first, unless it only dresses up text that is Markdown. */
export const readClipboard: ReadClipboard = ({ html = '', text = '' }, dropped) => {
  const ofHtml = html === '' ? [] : readHtml(html, dropped);
  const isText = ofHtml.length === 0 || isOnlyWords(ofHtml);
  if (isText && text !== '') {
    const markdown = asMarkdown(text);
    const ofMarkdown = markdown === undefined ? undefined : readMarkdown(markdown, dropped);
    if (ofMarkdown) return ofMarkdown;
  }
  return ofHtml.length > 0 ? ofHtml : readPlainText(text, dropped);
};
