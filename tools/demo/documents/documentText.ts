import type { PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

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
export function documentBlocks(markdown: string): Block[] {
  const { children } = fromMarkdown(markdown, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  return children.flatMap(blocksOf);
}

function blocksOf(node: RootContent): Block[] {
  switch (node.type) {
    case 'heading':
      return [{ kind: 'heading', level: node.depth, runs: runsOf(node.children) }];
    case 'paragraph': {
      const [only] = node.children;
      if (only?.type === 'image') return [{ kind: 'picture', file: only.url, alt: only.alt ?? '' }];
      return [{ kind: 'paragraph', runs: runsOf(node.children) }];
    }
    case 'list':
      return [
        {
          kind: 'list',
          ordered: node.ordered ?? false,
          items: node.children.map((item) =>
            item.children.flatMap((child) => (child.type === 'paragraph' ? runsOf(child.children) : [])),
          ),
        },
      ];
    case 'blockquote':
      return node.children.flatMap((child) =>
        child.type === 'paragraph' ? [{ kind: 'quote' as const, runs: runsOf(child.children) }] : [],
      );
    case 'table':
      return [{ kind: 'table', rows: node.children.map((row) => row.children.map((cell) => runsOf(cell.children))) }];
    case 'thematicBreak':
      return [{ kind: 'rule' }];
    default:
      return [];
  }
}

function runsOf(nodes: PhrasingContent[], format: Omit<Run, 'text'> = {}): Run[] {
  return nodes.flatMap((node): Run[] => {
    if (node.type === 'text') return [{ ...format, text: node.value.replaceAll('\n', ' ') }];
    if (node.type === 'strong') return runsOf(node.children, { ...format, bold: true });
    if (node.type === 'emphasis') return runsOf(node.children, { ...format, italic: true });
    return 'children' in node ? runsOf(node.children, format) : [];
  });
}

export const plainRuns = (runs: Run[]): string => runs.map(({ text }) => text).join('');

/** Whether the first row of a table is a header and not the empty one that markdown requires. */
export const hasHeader = (rows: Run[][][]): boolean => rows[0]!.some((cell) => plainRuns(cell).trim() !== '');

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
