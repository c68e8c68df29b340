import { expect, test } from 'vitest';
import { docxFile } from '../../testing/files/officeFiles.ts';
import { openDocumentFile } from '../../testing/files/openDocumentFile.ts';
import { packageFile } from '../../testing/files/packageFile.ts';
import { pdfPage } from '../../testing/files/pdfFile.ts';
import type { ByteSource } from '../zip/sourceReader.ts';
import { readDocx } from './docx.ts';
import { readOdt } from './odt.ts';
import { readPdf } from './pdf.ts';
import { readPptx } from './pptx.ts';
import type { Reading } from './reading.ts';
import { readXlsx } from './xlsx.ts';

const DRAWING = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const SHEETS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const SLIDES = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const RELATIONS = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

const sourceOf = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: async (start, length) => bytes.subarray(start, start + length),
});

/** A PDF with two pictures and this content above them. */
const describedPdf = (content: string) =>
  new Uint8Array(
    pdfPage(
      `${content} /Figure << /MCID 0 >> BDC 72 550 20 20 re f EMC /Figure << /MCID 1 >> BDC 99 550 20 20 re f EMC`,
      {
        page: '/StructParents 0',
        catalog: '/MarkInfo << /Marked true >> /StructTreeRoot 6 0 R',
        objects: [
          '<< /Type /StructTreeRoot /K [7 0 R 8 0 R] /ParentTree 9 0 R >>',
          '<< /Type /StructElem /S /Figure /P 6 0 R /Pg 3 0 R /K [0] /Alt (Bond yields by maturity) >>',
          '<< /Type /StructElem /S /Figure /P 6 0 R /Pg 3 0 R /K [1] /Alt (Logo of Heron Trust) >>',
          '<< /Nums [0 [7 0 R 8 0 R]] >>',
        ],
      },
    ),
  );

const files: Record<string, () => Promise<Reading>> = {
  DOCX: () =>
    readDocx(
      sourceOf(
        docxFile(
          `<w:p><w:r><w:t>Chart of the month</w:t></w:r><w:r><w:drawing><wp:inline xmlns:wp="wp"><wp:docPr id="1" name="Picture 1" descr="Bond yields by maturity

Description automatically generated"/></wp:inline></w:drawing></w:r>
          <w:r><w:pict><v:shape xmlns:v="v" id="s1" alt="Logo of Heron Trust"/></w:pict></w:r></w:p>`,
        ),
      ),
    ),
  PPTX: () =>
    readPptx(
      sourceOf(
        packageFile(
          'ppt/presentation.xml',
          {
            'ppt/presentation.xml': `<p:presentation ${SLIDES} ${RELATIONS}><p:sldIdLst><p:sldId r:id="s1" id="256"/></p:sldIdLst></p:presentation>`,
            'ppt/slides/slide1.xml': `<p:sld ${SLIDES} ${DRAWING}><p:cSld><p:spTree><p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture 3" descr="Bond yields by maturity"/></p:nvPicPr></p:pic><p:grpSp><p:pic><p:nvPicPr><p:cNvPr id="5" name="Picture 4" title="Logo of Heron Trust"/></p:nvPicPr></p:pic></p:grpSp></p:spTree></p:cSld></p:sld>`,
          },
          { 'ppt/presentation.xml': [['s1', 'slide', 'ppt/slides/slide1.xml']] },
        ),
      ),
    ),
  XLSX: () =>
    readXlsx(
      sourceOf(
        packageFile(
          'xl/workbook.xml',
          {
            'xl/workbook.xml': `<workbook ${SHEETS} ${RELATIONS}><sheets><sheet name="Funds" sheetId="1" r:id="s1"/></sheets></workbook>`,
            'xl/worksheets/sheet1.xml': `<worksheet ${SHEETS}><sheetData/></worksheet>`,
            'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="x"><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Picture 1" descr="Bond yields by maturity"/></xdr:nvPicPr></xdr:pic><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="3" name="Picture 2" descr="Logo of Heron Trust"/></xdr:nvPicPr></xdr:pic></xdr:wsDr>`,
          },
          {
            'xl/workbook.xml': [['s1', 'worksheet', 'xl/worksheets/sheet1.xml']],
            'xl/worksheets/sheet1.xml': [['d1', 'drawing', 'xl/drawings/drawing1.xml']],
          },
        ),
      ),
    ),
  ODT: () =>
    readOdt(
      sourceOf(
        openDocumentFile(
          'ODT',
          `<text:p>Chart of the month <draw:frame><draw:image/><svg:title xmlns:svg="svg">Logo of Heron Trust</svg:title><svg:desc xmlns:svg="svg">Bond yields by maturity</svg:desc></draw:frame></text:p>`,
        ),
      ),
    ),
  PDF: () => readPdf(describedPdf('BT /F1 12 Tf 72 700 Td (Chart of the month) Tj ET')),
};

test.for(Object.entries(files))(
  'search finds the descriptions of pictures in a %s, which its preview does not show [FILE-086]',
  async ([, read]) => {
    const { texts, preview } = await read();
    const lines = texts.flatMap(({ text }) => text.split('\n'));
    expect(lines).toEqual(expect.arrayContaining(['Bond yields by maturity', 'Logo of Heron Trust']));
    expect(lines.join('\n')).not.toMatch(/automatically|Picture \d/);
    expect(JSON.stringify(preview ?? {})).not.toMatch(/yields|Heron/);
  },
);

test('a page of a PDF that is only a picture has no words, whatever its description says [FILE-086, DOCS-014]', async () => {
  expect((await readPdf(describedPdf(''))).texts).toEqual([]);
});
