#!/usr/bin/env bash
# word-extractor shows a moved sentence twice: Word, when it tracks changes, keeps the text where it was (w:moveFrom,
# ECMA-376 part 1, 17.13.5.22) and where it is now (w:moveTo, 17.13.5.25), and a reader has to take the second only. A
# deleted text is left out as it should be. A search or a summary finds a fee in two sections, one of which has none any
# more. mammoth reads it once.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts word-extractor@1.0.4 mammoth@1.13.0 fflate@0.8.3

cat >try.mjs <<'JS'
import { strToU8, zipSync } from 'fflate';
import mammoth from 'mammoth';
import WordExtractor from 'word-extractor';

const CONTENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
const run = (text, element = 't') => `<w:r><w:${element}>${text}</w:${element}></w:r>`;
const change = (name, content, id) =>
  `<w:${name} w:id="${id}" w:author="A" w:date="2026-11-30T09:00:00Z">${content}</w:${name}>`;
const paragraphs = [
  run('Trusts'),
  change('moveFrom', run('Fee: 1%'), 1),
  change('del', run('Draft', 'delText'), 2),
  run('Funds'),
  change('moveTo', run('Fee: 1%'), 3),
];
const parts = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Override PartName="/word/document.xml" ContentType="${CONTENT}"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">
    <Relationship Id="r1" Type="${OFFICE}" Target="word/document.xml"/></Relationships>`,
  'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${paragraphs
    .map((content) => `<w:p>${content}</w:p>`)
    .join('')}</w:body></w:document>`,
};
const file = zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
const buffer = Buffer.from(file);

const lines = (text) => text.split('\n').filter(Boolean).join(', ');
console.log('word-extractor:', lines((await new WordExtractor().extract(buffer)).getBody()));
console.log('mammoth:', lines((await mammoth.extractRawText({ buffer })).value));
JS

cat >expected <<'TEXT'
word-extractor: Trusts, Fee: 1%, Funds, Fee: 1%
mammoth: Trusts, Funds, Fee: 1%
TEXT

echo "Node $(node --version), word-extractor@1.0.4, mammoth@1.13.0, fflate@0.8.3"
node try.mjs | tee seen
diff expected seen
