#!/usr/bin/env bash
# officeparser loses the hyphen that Word writes for Ctrl+Shift+Hyphen: w:noBreakHyphen (ECMA-376 part 1, 17.3.3.18) is
# an element between texts, and both sides are joined. Double names and account numbers become other ones. Characters of
# symbol fonts (w:sym, 17.3.3.30) are lost in the same way.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts officeparser@8.1.1 fflate@0.8.3

cat >try.mjs <<'JS'
import { parseOffice } from 'officeparser';
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

const between = (element) => `<w:r><w:t xml:space="preserve">Account 7</w:t>${element}<w:t>204</w:t></w:r>`;
for (const element of ['<w:noBreakHyphen/>', '<w:sym w:font="Symbol" w:char="F0B3"/>', '<w:tab/>']) {
  const file = await parseOffice(letter(between(element)));
  console.log(`${/w:\w+/.exec(element)[0]}: ${JSON.stringify((await file.to('text')).value)}`);
}
JS

cat >expected <<'TEXT'
w:noBreakHyphen: "Account 7204"
w:sym: "Account 7204"
w:tab: "Account 7\t204"
TEXT

echo "Node $(node --version), officeparser@8.1.1, fflate@0.8.3"
node try.mjs | tee seen
diff expected seen
