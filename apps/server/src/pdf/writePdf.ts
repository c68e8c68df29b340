import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

interface PdfTable {
  is: 'table';
  /** Empty for a table of facts, whose first column has the names of the rows. */
  header: string[];
  /** Of the width of the page, one for each column. */
  shares: number[];
  rows: string[][];
}
export type PdfBlock = { is: 'title' | 'heading' | 'text'; text: string } | PdfTable;

interface PdfFile {
  title: string;
  author: string;
  blocks: PdfBlock[];
  createdAt: Date;
}

type Doc = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;
type FontName = keyof typeof fonts;

const require = createRequire(import.meta.url);
const fonts = {
  regular: require.resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf'),
};
const styles = {
  title: { tag: 'H1', font: 'bold', size: 24, after: 16 },
  heading: { tag: 'H2', font: 'bold', size: 15, after: 6 },
  text: { tag: 'P', font: 'regular', size: 11, after: 10 },
} as const;
const CELL_SIZE = 10;
const CELL_GAP = 8;
const ROW_GAP = 7;
const MARGIN = 64;
const LINE_COLOR = '#767676';
/** Drawn for a character that the font lacks; the file still has the character as text. */
const UNKNOWN = '□';

/** A tagged PDF with its fonts embedded, in US Letter. Source: ISO 32000-2, ISO 14289-1, decisions/0334. */
export function writePdf({ title, author, blocks, createdAt }: PdfFile): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    pdfVersion: '1.7',
    // Not in its types.
    ...({ subset: 'PDF/UA' } as object),
    tagged: true,
    displayTitle: true,
    lang: 'en-US',
    // Without it, pdfkit loads a font that it would not embed.
    font: fonts.regular,
    info: { Title: title, Author: author, Creator: author, CreationDate: createdAt, ModDate: createdAt },
  });
  const written = buffer(doc);
  const root = doc.struct('Document');
  doc.addStructure(root);
  for (const block of blocks)
    if (block.is === 'table') addTable(doc, root, block);
    else addText(doc, root, block);
  root.end();
  doc.end();
  return written;
}

const innerWidth = (doc: Doc): number => doc.page.width - 2 * MARGIN;

function addText(doc: Doc, root: Element, { is, text }: { is: keyof typeof styles; text: string }): void {
  const { tag, font, size, after } = styles[is];
  if (is === 'heading') doc.y += after;
  doc.font(fonts[font]).fontSize(size);
  const { drawn, options } = drawable(doc, text);
  root.add(doc.struct(tag, options, () => doc.text(drawn, MARGIN, doc.y, { width: innerWidth(doc) })));
  doc.y += after;
}

function addTable(doc: Doc, root: Element, { header, shares, rows }: PdfTable): void {
  const table = doc.struct('Table');
  root.add(table);
  const add = (cells: string[], isHeader: boolean) => {
    const texts = cells.map((text, column) => ({
      text,
      font: (isHeader || (header.length === 0 && column === 0) ? 'bold' : 'regular') satisfies FontName as FontName,
      width: innerWidth(doc) * shares[column]! - CELL_GAP,
    }));
    const height = Math.max(
      ...texts.map(({ text, font, width }) =>
        doc.font(fonts[font]).fontSize(CELL_SIZE).heightOfString(drawable(doc, text).drawn, { width }),
      ),
    );
    if (doc.y + height > doc.page.height - MARGIN) doc.addPage();
    const top = doc.y;
    const row = doc.struct('TR');
    table.add(row);
    let left = MARGIN;
    for (const { text, font, width } of texts) {
      doc.font(fonts[font]).fontSize(CELL_SIZE);
      const { drawn, options } = drawable(doc, text);
      const isHead = font === 'bold';
      const scope = isHead ? { scope: isHeader ? 'Column' : 'Row' } : {};
      const x = left;
      row.add(doc.struct(isHead ? 'TH' : 'TD', { ...options, ...scope }, () => doc.text(drawn, x, top, { width })));
      left += width + CELL_GAP;
    }
    row.end();
    const below = top + height + ROW_GAP / 2;
    doc.markContent('Artifact', { type: 'Layout' });
    doc
      .moveTo(MARGIN, below)
      .lineTo(doc.page.width - MARGIN, below)
      .lineWidth(0.5)
      .stroke(LINE_COLOR);
    doc.endMarkedContent();
    doc.y = top + height + ROW_GAP;
  };
  if (header.length > 0) add(header, true);
  for (const cells of rows) add(cells, false);
  table.end();
  doc.y += ROW_GAP;
}

/** The text as the current font can draw it. If it lacks characters, the options have the text as it is. */
function drawable(doc: Doc, text: string): { drawn: string; options: { actual?: string } } {
  const clean = text.normalize('NFC').replaceAll(/\p{Cc}|\p{Bidi_Control}/gu, ' ');
  const drawn = [...clean].map((sign) => (hasGlyph(doc, sign) ? sign : UNKNOWN)).join('');
  return { drawn, options: drawn === clean ? {} : { actual: clean } };
}

/** The types of pdfkit lack the font that it embeds. */
const hasGlyph = (doc: Doc, sign: string): boolean =>
  (
    Reflect.get(doc, '_font') as { font: { hasGlyphForCodePoint: (code: number) => boolean } }
  ).font.hasGlyphForCodePoint(sign.codePointAt(0)!);
