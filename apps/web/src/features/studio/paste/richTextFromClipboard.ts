import { DroppedCount } from '@portico/authoring/conversion/dropped';
import { fittedText } from '@portico/authoring/conversion/inlineText';
import { joinedLines, richBlocks } from '@portico/authoring/conversion/pieces';
import { looksLikeMarkdown, withLinks } from '@portico/authoring/conversion/plainText';
import { MAX_BLOCKS, MAX_PIECE_LENGTH, type RichTextBlock } from '@portico/kinds/richText';
import type { ClipboardText, ReadClipboard } from './pasteReader.ts';

/** Content pasted into a text, as paragraphs and code. What exceeds their number becomes lines of the last one. */
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
  const blocks = richBlocks(read(clipboard, new DroppedCount()));
  if (blocks.length <= MAX_BLOCKS) return blocks;
  const lines = blocks.slice(MAX_BLOCKS - 1).map(({ content = [] }) => content);
  return [...blocks.slice(0, MAX_BLOCKS - 1), { type: 'paragraph', content: fittedText(joinedLines(lines)) }];
}
