/**
 * Removes invisible characters, such as soft hyphens and direction overrides, which calendar and mail programs show as
 * gaps or boxes; the joiners and tags that emoji and some scripts consist of stay. Replaces control characters except
 * line breaks with blanks.
 */
export function visibleText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}/gu, '')
    .replace(/(?:(?![\n\p{Cf}])\p{C})+/gu, ' ')
    .trim();
}
