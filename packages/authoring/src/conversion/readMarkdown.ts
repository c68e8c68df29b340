import { Lexer, Marked, type Tokens } from 'marked';
import type { Losses } from './dropped.ts';
import { isUsableHref } from './textNodes.ts';
import type { Piece } from './pieces.ts';
import { readPlainText } from './readPlainText.ts';
import { readHtml } from './readHtml.ts';

interface MarkdownSource {
  /** The portal's address for an address in the text, such as that of another item; undefined if there is none. */
  addressOf?(href: string): string | undefined;
  hasPictures: boolean;
}

/** The cells of a row beyond the columns of its table, which Markdown ignores. */
function addCutCells(table: Tokens.Table): void {
  const lines = table.raw.trim().split('\n').slice(2);
  for (const [index, row] of table.rows.entries()) {
    const cells = (lines[index] ?? '')
      .trim()
      .replace(/^\|/, '')
      .replace(/(?<!\\)\|$/, '')
      .split(/(?<!\\)\|/);
    for (const cell of cells.slice(table.header.length)) {
      const text = cell.trim().replaceAll(String.raw`\|`, '|');
      row.push({ text, tokens: Lexer.lexInline(text), header: false, align: null });
    }
  }
}

const marked = new Marked({
  gfm: true,
  walkTokens: (token) => {
    if (token.type === 'table') addCutCells(token as Tokens.Table);
  },
  renderer: {
    // The address stays as written, so that it is judged as written.
    link({ href, tokens }) {
      return `<a href="${href.replaceAll('"', '&quot;')}">${this.parser.parseInline(tokens)}</a>`;
    },
  },
});

/** Text as its author wrote it, with nonbreaking spaces, but without what no place can store. */
const cleanMarkdown = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\t\n\f\r\u2028\u2029]+/g, ' ')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b\ufeff]/g, '');

/**
 * Reads Markdown: CommonMark with GitHub's tables, checklists, strikethrough and web addresses, and with HTML as in a
 * paste.
 */
export function readMarkdown(text: string, losses: Losses, { addressOf, hasPictures }: MarkdownSource): Piece[] {
  try {
    return readHtml(marked.parse(text, { async: false }), losses, {
      addressOf: (href) => {
        const address = addressOf ? addressOf(href) : href;
        return address !== undefined && isUsableHref(address) ? { href: address } : { isUnsafe: true };
      },
      clean: cleanMarkdown,
      hasPictures,
    });
  } catch (error) {
    // Nesting deeper than the stack, which is not something people write.
    if (error instanceof RangeError) return readPlainText(text, losses);
    throw error;
  }
}
