import { buildComponents } from '@portico/authoring/conversion/buildComponents';
import { DroppedCount, type Losses } from '@portico/authoring/conversion/dropped';
import { richBlocks, type Piece } from '@portico/authoring/conversion/pieces';
import { asMarkdown } from '@portico/authoring/conversion/plainText';
import { readHtml } from '@portico/authoring/conversion/readHtml';
import { readMarkdown } from '@portico/authoring/conversion/readMarkdown';
import { readPlainText } from '@portico/authoring/conversion/readPlainText';
import { MAX_COMPONENTS, type ContentComponent } from '@portico/kinds/content';
import { limitedBlocks, type ClipboardText, type PasteReader } from './plainReader.ts';

const hasMarks = (piece: Piece) =>
  'text' in piece &&
  typeof piece.text !== 'string' &&
  piece.text.some((inline) => inline.type === 'text' && inline.marks);

/** Whether HTML adds nothing to its plain text, as when copied from a code editor. */
const isPlainText = (pieces: Piece[]) =>
  pieces.every((piece) => piece.kind === 'code' || (piece.kind === 'paragraph' && !hasMarks(piece)));

/** Prefers HTML, unless it is only a formatted view of Markdown text. */
function piecesOf({ html = '', text = '' }: ClipboardText, losses: Losses): Piece[] {
  const fromHtml = html === '' ? [] : readHtml(html, losses);
  const isText = fromHtml.length === 0 || isPlainText(fromHtml);
  const markdown = isText ? asMarkdown(text) : undefined;
  if (markdown !== undefined) return readMarkdown(markdown, losses, { hasPictures: true });
  return fromHtml.length > 0 ? fromHtml : readPlainText(text, losses);
}

/**
 * Reads what is pasted from Word, Google Docs, Outlook, Excel, a web page, Markdown or plain text. Bounded in time,
 * size and depth for any clipboard content.
 */
export const clipboardReader: PasteReader = {
  components(clipboard, newId) {
    const losses = new DroppedCount();
    const built = buildComponents(piecesOf(clipboard, losses), { losses, maxComponents: MAX_COMPONENTS });
    const components = built.components.map((component): ContentComponent => ({ id: newId(), ...component }));
    const pictures = built.pictures.map(({ index, ...picture }) => ({
      componentId: components[index]!.id,
      ...picture,
    }));
    return { components, pictures, dropped: losses.list() };
  },
  richText: (clipboard) => limitedBlocks(richBlocks(piecesOf(clipboard, new DroppedCount()))),
};
