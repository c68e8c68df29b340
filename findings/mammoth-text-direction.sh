#!/usr/bin/env bash
# mammoth leaves out text whose direction is set: w:dir and w:bdo (ECMA-376 part 1, 17.3.2.8 and 17.3.2.3) are wrappers
# around runs, which Word writes when somebody sets the direction of a name or number, and everything inside is lost.
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

for (const wrapper of ['w:dir', 'w:bdo']) {
  const { value, messages } = await mammoth.extractRawText({
    buffer: letter(`${words('Account ')}<${wrapper} w:val="ltr">${words('7-204-118')}</${wrapper}>${words(' was opened.')}`),
  });
  console.log(`${wrapper}: ${JSON.stringify(value.trim())} ${messages.map(({ message }) => message).join()}`);
}
JS

cat >expected <<'TEXT'
w:dir: "Account  was opened." An unrecognised element was ignored: w:dir
w:bdo: "Account  was opened." An unrecognised element was ignored: w:bdo
TEXT

echo "Node $(node --version), mammoth@1.13.0, fflate@0.8.3"
node try.mjs | tee seen
diff expected seen
