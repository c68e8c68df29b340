import type { OfficeBlock, OfficeRun } from '@portico/testing/sameTexts';
import { docxFile } from './officeFiles.ts';
import { openDocumentFile } from './openDocumentFile.ts';

/* The same text as word processors write it. */

type Paragraph = Extract<OfficeBlock, { kind: 'paragraph' }>;
type List = NonNullable<Paragraph['list']>;

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const linksIn = (blocks: OfficeBlock[]): string[] =>
  blocks.flatMap((block) =>
    block.kind === 'table' ? [] : block.runs.flatMap((run) => (run !== 'break' && run.href ? [run.href] : [])),
  );

/** As Word: a style marks each paragraph of a quotation, and a number its list and level. */
export function asDocx(blocks: OfficeBlock[]): Buffer {
  const links = linksIn(blocks);
  const run = (one: OfficeRun) => {
    if (one === 'break') return '<w:r><w:br/></w:r>';
    const words = `<w:r>${one.isBold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${xml(one.text)}</w:t></w:r>`;
    return one.href ? `<w:hyperlink r:id="l${links.indexOf(one.href)}">${words}</w:hyperlink>` : words;
  };
  const properties = ({ heading, list, isQuote }: Omit<Paragraph, 'kind' | 'runs'>) =>
    [
      isQuote ? '<w:pStyle w:val="Quote"/>' : '',
      list
        ? `<w:numPr><w:ilvl w:val="${list.depth}"/><w:numId w:val="${list.number === undefined ? 1 : 2}"/></w:numPr>`
        : '',
      heading === undefined ? '' : `<w:outlineLvl w:val="${heading - 1}"/>`,
    ].join('');
  const block = (one: OfficeBlock): string =>
    one.kind === 'paragraph'
      ? `<w:p><w:pPr>${properties(one)}</w:pPr>${one.runs.map(run).join('')}</w:p>`
      : `<w:tbl>${one.rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc><w:p>${run({ text: cell })}</w:p></w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;
  const relations = links.map((href, index): [string, string] => [`l${index}`, xml(href)]);
  return docxFile(blocks.map(block).join(''), [], relations);
}

/** As LibreOffice Writer: lists are in lists, and automatic styles are based on named ones. */
export function asOdt(blocks: OfficeBlock[]): Buffer {
  const run = (one: OfficeRun) => {
    if (one === 'break') return '<text:line-break/>';
    const words = xml(one.text).replaceAll(/^ | $/g, '<text:s/>');
    const span = one.isBold ? `<text:span text:style-name="B">${words}</text:span>` : words;
    return one.href ? `<text:a xlink:href="${xml(one.href)}">${span}</text:a>` : span;
  };
  const paragraph = ({ runs, heading, isQuote }: Paragraph) =>
    heading === undefined
      ? `<text:p text:style-name="${isQuote ? 'P1' : 'Standard'}">${runs.map(run).join('')}</text:p>`
      : `<text:h text:outline-level="${heading}">${runs.map(run).join('')}</text:h>`;
  const table = (rows: string[][]) =>
    `<table:table>${rows.map((row) => `<table:table-row>${row.map((cell) => `<table:table-cell><text:p>${xml(cell)}</text:p></table:table-cell>`).join('')}</table:table-row>`).join('')}</table:table>`;
  const kindOf = ({ number }: List) => (number === undefined ? 'bullets' : 'numbers');
  const open = (list: List, isOuter: boolean) =>
    `<text:list text:style-name="${kindOf(list)}"${isOuter && (list.number ?? 1) > 1 ? ' text:continue-numbering="true"' : ''}><text:list-item>`;
  let body = '';
  let depth = -1;
  for (const block of blocks) {
    const list = block.kind === 'paragraph' ? block.list : undefined;
    const wanted = list?.depth ?? -1;
    for (; depth > wanted; depth -= 1) body += '</text:list-item></text:list>';
    if (list && depth === wanted) body += '</text:list-item><text:list-item>';
    for (; list && depth < wanted; depth += 1) body += open(list, depth === -1);
    body += block.kind === 'table' ? table(block.rows) : paragraph(block);
  }
  for (; depth >= 0; depth -= 1) body += '</text:list-item></text:list>';
  const levels = (element: string) =>
    Array.from({ length: 10 }, (_, level) => `<text:list-level-style-${element} text:level="${level + 1}"/>`).join('');
  const styles = [
    `<text:list-style style:name="bullets">${levels('bullet')}</text:list-style>`,
    `<text:list-style style:name="numbers">${levels('number')}</text:list-style>`,
    '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>',
    '<style:style style:name="Quotations" style:family="paragraph"/>',
    '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Quotations"/>',
  ].join('');
  return openDocumentFile('ODT', body, { styles });
}

/** As Word: the marker of an entry comes before the properties of its paragraph. */
export function asRtf(blocks: OfficeBlock[]): Buffer {
  const words = (text: string) =>
    text
      .replaceAll(/[\\{}]/g, String.raw`\$&`)
      .replaceAll(/[^\u0000-\u007f]/g, (character) => `\\u${character.charCodeAt(0)}?`);
  const run = (one: OfficeRun) => {
    if (one === 'break') return '\\line ';
    const text = one.isBold ? `{\\b ${words(one.text)}}` : words(one.text);
    return one.href ? `{\\field{\\*\\fldinst HYPERLINK "${words(one.href)}"}{\\fldrslt ${text}}}` : text;
  };
  const paragraph = ({ runs, heading, list, isQuote }: Paragraph) =>
    [
      list ? `{\\listtext\\pard\\plain ${list.number === undefined ? "\\'b7" : `${list.number}.`}\\tab}` : '',
      '\\pard',
      isQuote ? '\\s29' : '',
      list ? `\\ls${list.number === undefined ? 1 : 2}\\ilvl${list.depth}` : '',
      heading === undefined ? '' : `\\outlinelevel${heading - 1}`,
      ` ${runs.map(run).join('')}\\par\n`,
    ].join('');
  const row = (cells: string[]) =>
    `\\trowd\\pard\\intbl ${cells.map((cell) => `${words(cell)}\\cell`).join(' ')}\\row\n`;
  const body = blocks.map((block) =>
    block.kind === 'table' ? `${block.rows.map(row).join('')}\\pard` : paragraph(block),
  );
  return Buffer.from(
    `{\\rtf1\\ansi\\ansicpg1252{\\stylesheet{\\s0 Normal;}{\\s29\\i\\sbasedon0 Quote;}}\n${body.join('')}}`,
    'latin1',
  );
}
