import type { DroppedCount } from './dropped.ts';
import type { Piece } from './pieces.ts';
import { readHtml } from './readHtml.ts';
import { looksLikeMarkdown, readMarkdown, readPlainText } from './readText.ts';

export interface ClipboardText {
  html?: string | undefined;
  text?: string | undefined;
}

const hasMarks = (piece: Piece) =>
  'text' in piece &&
  typeof piece.text !== 'string' &&
  piece.text.some((inline) => inline.type === 'text' && inline.marks);

/** Whether HTML says no more than its text, as editors of code copy it. */
const isOnlyWords = (pieces: Piece[]) =>
  pieces.every((piece) => piece.kind === 'code' || (piece.kind === 'paragraph' && !hasMarks(piece)));

/** What a clipboard holds. HTML first, unless it only dresses up text that is Markdown. */
export function readClipboard({ html = '', text = '' }: ClipboardText, dropped: DroppedCount): Piece[] {
  const ofHtml = html === '' ? [] : readHtml(html, dropped);
  const isText = ofHtml.length === 0 || isOnlyWords(ofHtml);
  if (isText && text !== '') {
    const bulleted = text.replaceAll(/^([\t ]{0,12})[•◦▪‣·][\t ]{1,4}/gm, '$1- ');
    const ofMarkdown = looksLikeMarkdown(bulleted) ? readMarkdown(bulleted, dropped) : undefined;
    if (ofMarkdown) return ofMarkdown;
  }
  return ofHtml.length > 0 ? ofHtml : readPlainText(text, dropped);
}
