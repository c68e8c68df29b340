import type { Piece } from '@portico/authoring/conversion/pieces';
import { asMarkdown, readPlainText } from '@portico/authoring/conversion/plainText';
import { readHtml } from '@portico/authoring/conversion/readHtml';
import { readMarkdown } from '@portico/authoring/conversion/readMarkdown';
import type { ReadClipboard } from './pasteReader.ts';

const hasMarks = (piece: Piece) =>
  'text' in piece &&
  typeof piece.text !== 'string' &&
  piece.text.some((inline) => inline.type === 'text' && inline.marks);

/** Whether HTML adds nothing to its plain text, as when copied from a code editor. */
const isPlainText = (pieces: Piece[]) =>
  pieces.every((piece) => piece.kind === 'code' || (piece.kind === 'paragraph' && !hasMarks(piece)));

/** Reads the content of a clipboard. Prefers HTML, unless it is only a formatted view of Markdown text. */
export const readClipboard: ReadClipboard = ({ html = '', text = '' }, dropped) => {
  const fromHtml = html === '' ? [] : readHtml(html, dropped);
  const isText = fromHtml.length === 0 || isPlainText(fromHtml);
  const markdown = isText ? asMarkdown(text) : undefined;
  if (markdown !== undefined) return readMarkdown(markdown, dropped, { hasPictures: true });
  return fromHtml.length > 0 ? fromHtml : readPlainText(text, dropped);
};
