import { escapeXml, plainRuns, type Block } from './documentText.ts';
import { OFFICE, relations, writeOffice } from './officeArchive.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Indexes into `styles`. */
const STYLE = { text: 0, header: 1, percent: 2, dollars: 3, number: 4 } as const;
const NARROWEST = 9;
const WIDEST = 60;

const styles = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="0.0%"/><numFmt numFmtId="165" formatCode="&quot;$&quot;#,##0"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FF123845"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE9F0F2"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf xfId="0" fontId="1" fillId="2" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="165" applyNumberFormat="1"/><xf xfId="0" numFmtId="3" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Writes a workbook: each heading names a sheet, and the table below it is the sheet's content. */
export async function writeWorkbook(blocks: Block[], path: string): Promise<void> {
  const sheets = blocks.flatMap((block, index) => {
    const heading = blocks[index - 1];
    return block.kind === 'table' && heading?.kind === 'heading'
      ? [{ name: plainRuns(heading.runs), rows: block.rows.map((row) => row.map((cell) => plainRuns(cell).trim())) }]
      : [];
  });
  const entries = sheets
    .map(({ name }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('');
  const nameOf = (index: number) => `xl/worksheets/sheet${index + 1}.xml`;
  await writeOffice(
    {
      main: 'xl/workbook.xml',
      types: {
        'xl/workbook.xml': `${TYPES}.sheet.main+xml`,
        'xl/styles.xml': `${TYPES}.styles+xml`,
        ...Object.fromEntries(sheets.map((_, index) => [nameOf(index), `${TYPES}.worksheet+xml`])),
      },
      xml: {
        'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${entries}</sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': relations([
          ...sheets.map((_, index): [string, string] => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
          ['styles', 'styles.xml'],
        ]),
        'xl/styles.xml': styles,
        ...Object.fromEntries(sheets.map(({ rows }, index) => [nameOf(index), sheetXml(rows)])),
      },
    },
    path,
  );
}

function sheetXml(rows: string[][]): string {
  const columns = rows[0]!.map((_, column) => {
    const longest = Math.max(...rows.map((row) => shownText(row[column] ?? '').length)) + 2;
    const width = Math.min(Math.max(longest, NARROWEST), WIDEST);
    return `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`;
  });
  const body = rows
    .map(
      (row, index) => `<row r="${index + 1}">${row.map((cell, column) => cellXml(cell, column, index)).join('')}</row>`,
    )
    .join('');
  return `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns.join('')}</cols><sheetData>${body}</sheetData></worksheet>`;
}

const shownText = (cell: string): string => cell.split(' → ').at(-1)!;

/** A formula is written with its value: `=A1+A2 → 3`. */
function cellXml(cell: string, column: number, row: number): string {
  if (cell === '') return '';
  const address = `${String.fromCharCode(65 + column)}${row + 1}`;
  const [, formula, result] = /^=(.+) → (.+)$/.exec(cell) ?? [];
  if (formula !== undefined)
    return `<c r="${address}" s="${STYLE.number}"><f>${escapeXml(formula)}</f><v>${result}</v></c>`;
  const [, dollar, digits, percent] = /^(\$?)(-?[\d,]+(?:\.\d+)?)( ?%)?$/.exec(cell) ?? [];
  if (digits !== undefined && row > 0) {
    const value = Number(digits.replaceAll(',', ''));
    const isYear = !dollar && !percent && /^(?:19|20)\d\d$/.test(digits);
    const style = percent
      ? STYLE.percent
      : dollar
        ? STYLE.dollars
        : isYear || digits.includes('.')
          ? STYLE.text
          : STYLE.number;
    return `<c r="${address}" s="${style}"><v>${percent ? value / 100 : value}</v></c>`;
  }
  return `<c r="${address}" s="${row === 0 ? STYLE.header : STYLE.text}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
}
