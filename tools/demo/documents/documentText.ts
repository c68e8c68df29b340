import { marked, type MarkedToken, type Token } from 'marked';

/** Text with the same formatting. */
export interface Run {
  text: string;
  bold?: boolean;
  italic?: boolean;
}

export type Block =
  | { kind: 'heading'; level: number; runs: Run[] }
  | { kind: 'paragraph' | 'quote'; runs: Run[] }
  | { kind: 'list'; ordered: boolean; items: Run[][] }
  | { kind: 'table'; rows: Run[][][] }
  | { kind: 'picture'; file: string; alt: string }
  | { kind: 'rule' };

/**
 * The blocks of a markdown text that documents support: headings, paragraphs, flat lists, quotations, tables, pictures
 * and rules.
 */
export const documentBlocks = (markdown: string): Block[] =>
  (marked.lexer(markdown) as MarkedToken[]).flatMap(blocksOf);

function blocksOf(token: MarkedToken): Block[] {
  switch (token.type) {
    case 'heading':
      return [{ kind: 'heading', level: token.depth, runs: runsOf(token.tokens) }];
    case 'paragraph': {
      const [only] = token.tokens as MarkedToken[];
      if (only?.type === 'image') return [{ kind: 'picture', file: only.href, alt: only.text }];
      return [{ kind: 'paragraph', runs: runsOf(token.tokens) }];
    }
    case 'list':
      return [{ kind: 'list', ordered: token.ordered, items: token.items.map((item) => runsOf(item.tokens)) }];
    case 'blockquote':
      return token.tokens.flatMap((child) =>
        child.type === 'paragraph' ? [{ kind: 'quote' as const, runs: runsOf(child.tokens) }] : [],
      );
    case 'table':
      return [
        { kind: 'table', rows: [token.header, ...token.rows].map((row) => row.map(({ tokens }) => runsOf(tokens))) },
      ];
    case 'hr':
      return [{ kind: 'rule' }];
    default:
      return [];
  }
}

function runsOf(tokens: Token[] = [], format: Omit<Run, 'text'> = {}): Run[] {
  return (tokens as MarkedToken[]).flatMap((token): Run[] => {
    if (token.type === 'strong') return runsOf(token.tokens, { ...format, bold: true });
    if (token.type === 'em') return runsOf(token.tokens, { ...format, italic: true });
    if ('tokens' in token && token.tokens) return runsOf(token.tokens, format);
    return token.type === 'text' || token.type === 'escape'
      ? [{ ...format, text: token.text.replaceAll('\n', ' ') }]
      : [];
  });
}

export const plainRuns = (runs: Run[]): string => runs.map(({ text }) => text).join('');

/** Whether the first row of a table is a header and not the empty one that markdown requires. */
export const hasHeader = (rows: Run[][][]): boolean => rows[0]!.some((cell) => plainRuns(cell).trim() !== '');

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
