#!/usr/bin/env bash
# pdf.js glues the words of a form object (ISO 32000-2, 8.10) to the word before it, however far apart they are: a stamp or
# letterhead at the other end of the page makes the first or last word of the text unfindable. The text items have
# neither a space nor a line end between them.
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
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /Seal 6 0 R >> >> >>',
  stream('BT /F1 12 Tf 72 720 Td (travel allowance) Tj ET /Seal Do'),
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  stream('BT /F1 12 Tf 400 40 Td (Confidential) Tj ET', '/Type /XObject /Subtype /Form /BBox [0 0 612 792]'),
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
"travel allowanceConfidential"
TEXT

echo "Node $(node --version), pdfjs-dist@6.3.289"
node try.mjs 2>/dev/null | tee seen
diff expected seen
