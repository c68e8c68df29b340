import { isUsableHref, textNodes } from './textNodes.ts';
import type { Losses } from './dropped.ts';
import type { InlineText } from '@portico/kinds/richText';

/**
 * Text up to this length can be read as Markdown if no part between empty lines exceeds the second limit, because the
 * Markdown parser takes quadratic time for hostile text.
 */
const MAX_MARKDOWN_LENGTH = 50_000;
const MAX_PART_LENGTH = 6000;
const MAX_TEXT_LENGTH = 2_000_000;
/** Maximum number of paragraphs of plain text to read. */
const MAX_PARAGRAPHS = 5000;

/** Markdown syntax that nobody types by accident. */
const strong = [
  /^#{1,6} \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /^ {0,3}\|?(?: {0,3}:?-{3,}:? {0,3}\|){1,20}/m,
  /\[[^\]\n]{1,200}\]\((?:https?:|mailto:|\/|#)[^)\s]{0,500}\)/,
];
/** Markdown syntax that counts if two kinds of it occur. */
const weak = [
  /^ {0,3}[-*+] \S/m,
  /^ {0,3}\d{1,3}[.)] \S/m,
  /\*\*[^*\n]{1,200}\*\*/,
  /^> \S/m,
  /`[^`\n]{1,200}`/,
  /\b_[^_\n]{1,200}_\b/,
];

/** Whether plain text is probably Markdown. */
export function looksLikeMarkdown(text: string): boolean {
  if (text.length > MAX_MARKDOWN_LENGTH || text.split(/\n\s*\n/).some((part) => part.length > MAX_PART_LENGTH))
    return false;
  if (strong.some((pattern) => pattern.test(text))) return true;
  const items = text.split('\n').filter((line) => /^ {0,3}(?:[-*+]|\d{1,3}[.)]) \S/.test(line)).length;
  return items > 1 || weak.filter((pattern) => pattern.test(text)).length > 1;
}

/** Text as Markdown, with the bullet characters of other programs converted; undefined if it is not Markdown. */
export function asMarkdown(text: string): string | undefined {
  const bulleted = text.replaceAll(/^([\t ]{0,12})[•◦▪‣·][\t ]{1,4}/gm, '$1- ');
  return looksLikeMarkdown(bulleted) ? bulleted : undefined;
}

/** Turns web addresses in plain text into links. */
export function withLinks(line: string): InlineText {
  return line.split(/(https?:\/\/[^\s<>"]{1,2000})/).flatMap((part, index) => {
    const address = index % 2 === 1 ? part.replace(/[.,;:!?)\]]{1,9}$/, '') : '';
    if (address === '' || !isUsableHref(address)) return textNodes(part);
    const rest = part.slice(address.length);
    return [...textNodes(address, [{ type: 'link', attrs: { href: address } }]), ...textNodes(rest)];
  });
}

/** The paragraphs of plain text: an empty line ends one, other line breaks stay. */
export function plainParagraphs(text: string, losses: Losses): InlineText[] {
  const paragraphs = cleanPlainText(text, losses)
    .split(/\n[\t ]*\n/)
    .filter((part) => part.trim() !== '');
  losses.add('tooMuch', Math.max(0, paragraphs.length - MAX_PARAGRAPHS));
  return paragraphs.slice(0, MAX_PARAGRAPHS).map((part) =>
    part
      .trim()
      .split('\n')
      .flatMap((line, index) => [
        ...(index > 0 ? [{ type: 'hardBreak' as const }] : []),
        ...withLinks(line.replaceAll('\t', ' ').trim()),
      ]),
  );
}

/** Well-formed text without control characters, up to the most that is read. */
export function cleanPlainText(text: string, losses: Losses): string {
  if (text.length > MAX_TEXT_LENGTH) losses.add('tooMuch');
  return text
    .slice(0, MAX_TEXT_LENGTH)
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\ufeff]/g, '');
}
