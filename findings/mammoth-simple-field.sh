#!/usr/bin/env bash
# mammoth leaves out what a simple field shows: w:fldSimple (ECMA-376 part 1, 17.16.19) contains the field's last
# result as runs, so the name or date that a letter takes from its properties is missing without a gap. The same field in
# the other form, w:fldChar, is read. Whoever turns contracts into web pages or indexes them loses parties and dates.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mammoth@1.13.0 fflate@0.8.3

cat >try.mjs <<'JS'
import mammoth from 'mammoth';
import { strToU8, zipSync } from 'fflate';

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument';
const pack = (parts) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))));
const relationships = (...targets) =>
  `<Relationships xmlns="${RELATIONSHIPS}">${targets.map(([type, target], index) => `<Relationship Id="r${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
const types = (...parts) =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${parts.map(([name, type]) => `<Override PartName="/${name}" ContentType="${CONTENT}.${type}+xml"/>`).join('')}</Types>`;
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const letter = (paragraph) =>
  pack({
    '[Content_Types].xml': types(['word/document.xml', 'wordprocessingml.document.main']),
    '_rels/.rels': relationships(['officeDocument', 'word/document.xml']),
    'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body><w:p>${paragraph}</w:p></w:body></w:document>`,
  });
const words = (text) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;

const mark = (type) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const fields = {
  simple: `<w:fldSimple w:instr=" DOCPROPERTY Client ">${words('Ruiz Family Trust')}</w:fldSimple>`,
  complex: `${mark('begin')}<w:r><w:instrText> DOCPROPERTY Client </w:instrText></w:r>${mark('separate')}${words('Ruiz Family Trust')}${mark('end')}`,
};
for (const [form, field] of Object.entries(fields)) {
  const { value, messages } = await mammoth.extractRawText({
    buffer: letter(`${words('Between us and ')}${field}${words(', the client.')}`),
  });
  console.log(`${form}: ${JSON.stringify(value.trim())} ${messages.map(({ message }) => message).join()}`.trim());
}
JS

cat >expected <<'TEXT'
simple: "Between us and , the client." An unrecognised element was ignored: w:fldSimple
complex: "Between us and Ruiz Family Trust, the client."
TEXT

echo "Node $(node --version), mammoth@1.13.0, fflate@0.8.3"
node try.mjs | tee seen
diff expected seen
