#!/usr/bin/env bash
# mammoth converts text that its author hid. A run with w:vanish (ECMA-376 part 1, 17.3.2.41) is not on the page that
# people see in Word, and appears in the HTML like any other, without a message. Converting a document for readers can
# therefore show internal notes.
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

const run = (text, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const { value, messages } = await mammoth.convertToHtml({
  buffer: document(`${run('The fee is 0.8 %.')}${run(' Ask for 1 % first.', '<w:vanish/>')}`),
});
console.log(value, messages.length, 'messages');
JS

cat >expected <<'TEXT'
<p>The fee is 0.8 %. Ask for 1 % first.</p> 0 messages
TEXT

echo "Node $(node --version), mammoth@1.13.0, fflate@0.8.3"
node try.mjs | tee seen
diff expected seen
