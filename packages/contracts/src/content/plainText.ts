import type { InlineText, RichText } from './richText.ts';

/** The text of inline content without its marks. */
export function plainInline(text: InlineText): string {
  return text.map((node) => (node.type === 'text' ? node.text : '\n')).join('');
}

/** The text of formatted content, one line per block. */
export function plainText(text: RichText): string {
  return text.content.map((block) => plainInline(block.content ?? [])).join('\n');
}

/** Format characters and other code points without a shape, such as soft hyphens, joiners and direction marks. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\u034f\u115f\u1160\u3164\uffa0]/gu;

/** A text as people see it: without the invisible characters that copied numbers and addresses often contain. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/**
 * A number or address as people would type it: without invisible characters, with simple digits, hyphens and blanks
 * instead of those of a word processor. Each character stays one character.
 */
export const asTyped = (text: string): string =>
  withoutInvisible(text)
    .replace(/[\p{Dash_Punctuation}\u2212]/gu, '-')
    .replace(/[\p{Space_Separator}\t]/gu, ' ')
    .replace(/[\p{Nd}\uff0b\uff08\uff09]/gu, (sign) => sign.normalize('NFKC'));
