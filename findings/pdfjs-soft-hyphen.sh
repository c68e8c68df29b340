#!/usr/bin/env bash
# pdf.js drops a soft hyphen (U+00AD) from the text of a page, although it is drawn: at a line end nothing is left that says
# that the two halves are one word, and neither half is what people look for. A hyphen (U+002D) in the same place stays.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --omit=optional pdfjs-dist@6.3.289

cat >try.mjs <<'JS'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const stream = (content, entries = '') => `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
const objects = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >>  >> >>',
  stream('BT /F1 12 Tf 16 TL 72 720 Td (deduct~) Tj T* (ible) Tj ET'),
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 6 0 R >>',
  stream(
    '/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <7E> <00AD> endbfchar endcmap end',
  ),
];
let file = '%PDF-1.7\n';
const offsets = objects.map((object, index) => {
  const at = file.length;
  file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  return `${String(at).padStart(10, '0')} 00000 n \n`;
});
const size = objects.length + 1;
file += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;

const pdf = await getDocument({ data: new TextEncoder().encode(file), verbosity: 0 }).promise;
const { items } = await (await pdf.getPage(1)).getTextContent();
console.log(JSON.stringify(items.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join('')));
JS

cat >expected <<'TEXT'
"deduct\nible"
TEXT

echo "Node $(node --version), pdfjs-dist@6.3.289"
node try.mjs 2>/dev/null | tee seen
diff expected seen
