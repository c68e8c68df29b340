import type { Readable } from 'node:stream';
import { zipStream } from '../media/zip/zipWriter.ts';
import type { Cell } from './cell.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Excel's limit per cell. */
const MAX_CELL_LENGTH = 32_767;
/** Indexes into `styles`: a bold header, and cells that stay text even when edited. */
const STYLE = { header: 1, text: 2 } as const;

const partsOf = (sheetName: string): Record<string, string> => ({
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="49" quotePrefix="1" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
});

/** Streams a workbook (ECMA-376) with one sheet, whose name is plain ASCII and whose first row is the header. */
export function streamXlsx(sheetName: string, header: string[], chunks: AsyncIterable<Cell[][]>): Readable {
  async function* sheet() {
    yield `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>`;
    yield `<cols><col min="1" max="${header.length}" width="24" customWidth="1"/></cols><sheetData>${rowXml(header, 1, STYLE.header)}`;
    let count = 1;
    for await (const rows of chunks) yield rows.map((row) => rowXml(row, (count += 1), STYLE.text)).join('');
    yield '</sheetData></worksheet>';
  }
  const fixed = Object.entries(partsOf(sheetName)).map(([name, xml]) => ({ name, content: [DECLARATION + xml] }));
  return zipStream([...fixed, { name: 'xl/worksheets/sheet1.xml', content: sheet() }]);
}

function rowXml(row: Cell[], number: number, style: number): string {
  return `<row r="${number}">${row.map((cell, index) => cellXml(cell, `${columnName(index)}${number}`, style)).join('')}</row>`;
}

function cellXml(cell: Cell, address: string, style: number): string {
  if (typeof cell === 'number') return `<c r="${address}"><v>${cell}</v></c>`;
  return cell === ''
    ? ''
    : `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** A, B … Z, AA, AB … */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : `${columnName(Math.floor(index / 26) - 1)}${last}`;
}

/** Removes characters that XML cannot contain, and escapes text like `_x000A_`, which Excel would decode. */
function escaped(text: string): string {
  return text
    .slice(0, MAX_CELL_LENGTH)
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
