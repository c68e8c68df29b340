#!/usr/bin/env bash
# mammoth leaves out a word that carries a reading aid: with w:ruby (ECMA-376 part 1, 17.3.3.25) the base text is lost
# together with the small text above it, so a name in a Japanese or Chinese document is missing, not merely plain.
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

const word = (text) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const ruby = `<w:r><w:ruby><w:rt>${word('Tanaka')}</w:rt><w:rubyBase>${word('田中')}</w:rubyBase></w:ruby></w:r>`;
const { value, messages } = await mammoth.extractRawText({
  buffer: document(`${word('Advisor: ')}${ruby}${word(' (Osaka)')}`),
});
console.log(JSON.stringify(value.trim()));
console.log(messages.map(({ message }) => message).join());
JS

cat >expected <<'TEXT'
"Advisor:  (Osaka)"
An unrecognised element was ignored: w:ruby
TEXT

echo "Node $(node --version), mammoth@1.13.0, fflate@0.8.3"
node try.mjs | tee seen
diff expected seen
