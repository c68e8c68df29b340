import { escapeXml, hasHeader, type Block, type Run } from './documentText.ts';
import { OFFICE, relations, writeOffice } from './officeArchive.ts';

const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
/** Twentieths of a point between the margins of a Letter page. */
const TEXT_WIDTH = 9360;

/** Writes blocks as a Word document with headings, lists, tables, a header and page numbers. */
export async function writeWord(blocks: Block[], path: string): Promise<void> {
  const lists = blocks.filter((block) => block.kind === 'list');
  const body = blocks.map((block) => blockXml(block, lists.indexOf(block as (typeof lists)[number]) + 1)).join('');
  const section =
    '<w:sectPr><w:headerReference w:type="default" r:id="rId3"/><w:footerReference w:type="default" r:id="rId4"/><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>';
  const namespaces = `xmlns:w="${MAIN}" xmlns:r="${OFFICE}"`;
  await writeOffice(
    {
      main: 'word/document.xml',
      types: {
        'word/document.xml': `${TYPES}.document.main+xml`,
        'word/styles.xml': `${TYPES}.styles+xml`,
        'word/numbering.xml': `${TYPES}.numbering+xml`,
        'word/header1.xml': `${TYPES}.header+xml`,
        'word/footer1.xml': `${TYPES}.footer+xml`,
      },
      xml: {
        'word/document.xml': `<w:document ${namespaces}><w:body>${body}${section}</w:body></w:document>`,
        'word/_rels/document.xml.rels': relations([
          ['styles', 'styles.xml'],
          ['numbering', 'numbering.xml'],
          ['header', 'header1.xml'],
          ['footer', 'footer1.xml'],
        ]),
        'word/styles.xml': `<w:styles ${namespaces}>${styles}</w:styles>`,
        'word/numbering.xml': `<w:numbering ${namespaces}>${numberingXml(lists)}</w:numbering>`,
        'word/header1.xml': `<w:hdr ${namespaces}><w:p><w:pPr><w:pStyle w:val="Small"/></w:pPr><w:r><w:t>Quillhaven Advisory Group</w:t></w:r></w:p></w:hdr>`,
        'word/footer1.xml': `<w:ftr ${namespaces}><w:p><w:pPr><w:pStyle w:val="Small"/><w:jc w:val="right"/></w:pPr><w:r><w:t xml:space="preserve">Page </w:t></w:r><w:fldSimple w:instr="PAGE"><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p></w:ftr>`,
      },
    },
    path,
  );
}

const style = (id: string, name: string, paragraph: string, look: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr>${paragraph}</w:pPr><w:rPr>${look}</w:rPr></w:style>`;

const styles = [
  '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/><w:lang w:val="en-US"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>',
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
  style('Title', 'Title', '<w:spacing w:after="60"/>', '<w:b/><w:color w:val="123845"/><w:sz w:val="44"/>'),
  style(
    'Heading1',
    'heading 1',
    '<w:keepNext/><w:spacing w:before="320"/><w:outlineLvl w:val="0"/>',
    '<w:b/><w:color w:val="1F4E5F"/><w:sz w:val="28"/>',
  ),
  style(
    'Heading2',
    'heading 2',
    '<w:keepNext/><w:spacing w:before="200"/><w:outlineLvl w:val="1"/>',
    '<w:b/><w:sz w:val="24"/>',
  ),
  style(
    'Quote',
    'Quote',
    '<w:pBdr><w:left w:val="single" w:sz="18" w:space="8" w:color="C8A24A"/></w:pBdr><w:ind w:left="360"/>',
    '<w:i/>',
  ),
  style('Small', 'Small', '<w:spacing w:after="0"/>', '<w:color w:val="5B6770"/><w:sz w:val="17"/>'),
].join('');

/** One numbering definition per list, so that each starts at 1. */
function numberingXml(lists: Array<Extract<Block, { kind: 'list' }>>): string {
  const abstract = lists.map(
    ({ ordered }, index) =>
      `<w:abstractNum w:abstractNumId="${index}"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${ordered ? 'decimal' : 'bullet'}"/><w:lvlText w:val="${ordered ? '%1.' : '•'}"/><w:pPr><w:ind w:left="500" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum>`,
  );
  const numbers = lists.map((_, index) => `<w:num w:numId="${index + 1}"><w:abstractNumId w:val="${index}"/></w:num>`);
  return abstract.join('') + numbers.join('');
}

function blockXml(block: Block, listNumber: number): string {
  switch (block.kind) {
    case 'heading':
      return paragraphXml(
        block.runs,
        `<w:pStyle w:val="${['Title', 'Heading1', 'Heading2'][Math.min(block.level, 3) - 1]}"/>`,
      );
    case 'paragraph':
      return paragraphXml(block.runs, '');
    case 'quote':
      return paragraphXml(block.runs, '<w:pStyle w:val="Quote"/>');
    case 'list':
      return block.items
        .map((item) => paragraphXml(item, `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${listNumber}"/></w:numPr>`))
        .join('');
    case 'table':
      return tableXml(block.rows);
    case 'picture':
      return paragraphXml([{ text: block.alt, italic: true }], '');
    case 'rule':
      return '<w:p><w:pPr><w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="B9C5CA"/></w:pBdr></w:pPr></w:p>';
  }
}

function tableXml(rows: Run[][][]): string {
  const columns = rows[0]!.length;
  const width = Math.floor(TEXT_WIDTH / columns);
  const shown = hasHeader(rows) ? rows : rows.slice(1);
  const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="B9C5CA"/>`)
    .join('');
  const row = (cells: Run[][], index: number): string => {
    const isHead = index === 0 && shown === rows;
    const shade = isHead ? '<w:shd w:val="clear" w:color="auto" w:fill="E9F0F2"/>' : '';
    const cell = (runs: Run[]) =>
      `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${shade}</w:tcPr>${paragraphXml(isHead ? runs.map((run) => ({ ...run, bold: true })) : runs, '<w:spacing w:before="60" w:after="60"/>')}</w:tc>`;
    return `<w:tr><w:trPr><w:cantSplit/>${isHead ? '<w:tblHeader/>' : ''}</w:trPr>${cells.map(cell).join('')}</w:tr>`;
  };
  return `<w:tbl><w:tblPr><w:tblW w:w="${TEXT_WIDTH}" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr><w:tblGrid>${`<w:gridCol w:w="${width}"/>`.repeat(columns)}</w:tblGrid>${shown.map(row).join('')}</w:tbl><w:p/>`;
}

const paragraphXml = (runs: Run[], properties: string): string =>
  `<w:p>${properties ? `<w:pPr>${properties}</w:pPr>` : ''}${runs
    .map(
      ({ text, bold, italic }) =>
        `<w:r><w:rPr>${bold ? '<w:b/>' : ''}${italic ? '<w:i/>' : ''}</w:rPr><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`,
    )
    .join('')}</w:p>`;
