import type { InlineText, RichText } from './richText.ts';

/** The words of inline text without their marks. */
export function plainInline(text: InlineText): string {
  return text.map((node) => (node.type === 'text' ? node.text : '\n')).join('');
}

/** The words of formatted text, a line a block. */
export function plainText(text: RichText): string {
  return text.content.map((block) => plainInline(block.content ?? [])).join('\n');
}
