import type { InlineText, RichText } from './richText.ts';

/** The text of inline content without its marks. */
export function plainInline(text: InlineText): string {
  return text.map((node) => (node.type === 'text' ? node.text : '\n')).join('');
}

/** The text of formatted content, one line per block. */
export function plainText(text: RichText): string {
  return text.content.map((block) => plainInline(block.content ?? [])).join('\n');
}
