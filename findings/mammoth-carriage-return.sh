#!/usr/bin/env bash
# mammoth drops w:cr, a line break inside a run (ECMA-376 part 1, 17.3.3.4), and w:ptab, a tab to a margin (17.3.3.23).
# The words on both sides become one, although w:br and w:tab between them are kept. Converted texts and search
# indexes get words that nobody wrote.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mammoth@1.13.0 fflate@0.8.3

cat >try.mjs <<'JS'
import mammoth from 'mammoth';
import { strToU8, zipSync } from 'fflate';

const CONTENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
const document = (run) =>
  Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8(
        `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${CONTENT}"/></Types>`,
      ),
      '_rels/.rels': strToU8(
        `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="r1" Type="${OFFICE}" Target="word/document.xml"/></Relationships>`,
      ),
      'word/document.xml': strToU8(
        `<w:document xmlns:w="${WORD}"><w:body><w:p>${run}</w:p></w:body></w:document>`,
      ),
    }),
  );

for (const between of ['w:br', 'w:cr', 'w:tab', 'w:ptab w:relativeTo="margin" w:alignment="right" w:leader="none"']) {
  const run = `<w:r><w:t>Total</w:t><${between}/><w:t>fee</w:t></w:r>`;
  const { value: html } = await mammoth.convertToHtml({ buffer: document(run) });
  console.log(between.split(' ')[0], html.replaceAll('\t', '[tab]'));
}
JS

cat >expected <<'TEXT'
w:br <p>Total<br />fee</p>
w:cr <p>Totalfee</p>
w:tab <p>Total[tab]fee</p>
w:ptab <p>Totalfee</p>
TEXT

echo "Node $(node --version), mammoth@1.13.0, fflate@0.8.3"
node try.mjs | tee seen
diff expected seen
