/** A PDF of these objects, numbered from 1; the first is the catalog. Its cross-reference table is correct. */
export function pdfOf(objects: string[]): Buffer {
  const chunks = ['%PDF-1.7\n'];
  const offsets: number[] = [];
  let at = chunks[0]!.length;
  for (const [index, object] of objects.entries()) {
    const chunk = `${index + 1} 0 obj\n${object}\nendobj\n`;
    offsets.push(at);
    chunks.push(chunk);
    at += chunk.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  chunks.push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
  );
  return Buffer.from(chunks.join(''), 'latin1');
}

/** A stream object with this content, and these entries in its dictionary. */
export const pdfStream = (content: string, entries = ''): string =>
  `<< ${entries && `${entries} `}/Length ${content.length} >>\nstream\n${content}\nendstream`;

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';

/** A PDF with one page per text; `pages` can list many. */
export function pdfFile(pages: string[]): Buffer {
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_text, index) => `${4 + index * 2} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    FONT,
    ...pages.flatMap((text, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
      pdfStream(`BT /F1 12 Tf 72 700 Td (${text.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`),
    ]),
  ]);
}

/**
 * A PDF of one page with this content; `/F1` is Helvetica. `objects` are numbered from 6: `resources`, `page` and
 * `catalog` are entries of the dictionaries, and can refer to them.
 */
export function pdfPage(
  content: string,
  { objects = [], resources = '', page = '', catalog = '' }: PdfPageParts = {},
): Buffer {
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> ${resources} >> ${page} >>`,
    pdfStream(content),
    FONT,
    ...objects,
  ]);
}

interface PdfPageParts {
  objects?: string[];
  resources?: string;
  page?: string;
  catalog?: string;
}

/** A page that is one picture, as a scanner writes it, perhaps with a stamp over it. */
export const pdfScan = (stamp = ''): Buffer =>
  pdfPage(`q 612 0 0 792 0 0 cm /Im Do Q BT /F1 12 Tf 72 20 Td (${stamp}) Tj ET`, {
    resources: '/XObject << /Im 6 0 R >>',
    objects: [
      pdfStream(
        '\u0000',
        '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8',
      ),
    ],
  });

/** The content of a page with these lines of text. */
export const pdfLines = (...lines: string[]): string =>
  `BT /F1 12 Tf 16 TL 72 700 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
