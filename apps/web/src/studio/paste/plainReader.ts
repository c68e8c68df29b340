import { DroppedCount, type Dropped } from '@portico/authoring/conversion/dropped';
import { looksLikeMarkdown, plainParagraphs, withLinks } from '@portico/authoring/conversion/plainText';
import { chunks, textNodes } from '@portico/authoring/conversion/textNodes';
import type { ContentComponent } from '@portico/kinds/content';
import { plainInline } from '@portico/kinds/plainText';
import { MAX_BLOCKS, MAX_PIECE_LENGTH, MAX_PIECES, type RichTextBlock } from '@portico/kinds/richText';

export interface ClipboardText {
  html?: string | undefined;
  text?: string | undefined;
}

export interface PastedComponents {
  components: ContentComponent[];
  /**
   * Pictures to upload, with their `http(s):`, `data:`, `file:` or `cid:` URL. Their Image components are included but
   * lack `image`; all other components are valid.
   */
  pictures: Array<{ componentId: string; src: string; alt: string }>;
  /** Pasted content that no component can hold. */
  dropped: Dropped[];
}

/** Turns the content of a clipboard into what the contract allows. Nothing is executed or loaded. */
export interface PasteReader {
  components(clipboard: ClipboardText, newId: () => string): PastedComponents;
  /** Content pasted into a text, as paragraphs and code. */
  richText(clipboard: ClipboardText): RichTextBlock[];
}

const blocksOf = (text: string, dropped: DroppedCount): RichTextBlock[] =>
  plainParagraphs(text, dropped)
    .flatMap((paragraph) => chunks(paragraph, MAX_PIECES))
    .map((content) => ({ type: 'paragraph', content }));

/** As many blocks as a text can have; the words of the others are in the last one. */
export function limitedBlocks(blocks: RichTextBlock[]): RichTextBlock[] {
  if (blocks.length <= MAX_BLOCKS) return blocks;
  const [whole, rest] = [blocks.slice(0, MAX_BLOCKS - 1), blocks.slice(MAX_BLOCKS - 1)];
  const words = rest.map(({ content = [] }) => plainInline(content).replaceAll('\n', ' ')).join(' ');
  return [...whole, { type: 'paragraph', content: textNodes(words) }];
}

/** Whether text is a part of a line, which keeps the spaces at its ends. */
const isFragment = ({ html = '', text = '' }: ClipboardText) =>
  html === '' && text !== '' && text.length <= MAX_PIECE_LENGTH && !/[\n\r\t]/.test(text) && !looksLikeMarkdown(text);

/** Reads only plain text. It is always loaded, so that no pasted word is lost if the other reader fails to load. */
export const plainReader: PasteReader = {
  components({ text = '' }, newId) {
    const dropped = new DroppedCount();
    const components = chunks(blocksOf(text, dropped), MAX_BLOCKS).map((content): ContentComponent => ({
      id: newId(),
      type: 'BodyText',
      body: { type: 'doc', content },
    }));
    return { components, pictures: [], dropped: dropped.list() };
  },
  richText(clipboard) {
    const { text = '' } = clipboard;
    return isFragment(clipboard)
      ? [{ type: 'paragraph', content: withLinks(text.replaceAll('\u0000', '').toWellFormed()) }]
      : limitedBlocks(blocksOf(text, new DroppedCount()));
  },
};
