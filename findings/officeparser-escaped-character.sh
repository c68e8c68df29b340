#!/usr/bin/env bash
# officeparser shows Excel's escapes as text: a control character in a cell is stored as _xHHHH_ (ECMA-376 part 1,
# 22.9.2.19, ST_Xstring), and an underscore that would look like one as _x005F_. Both reach the reader as they are stored.
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
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const workbook = (cell, strings = '') =>
  pack({
    '[Content_Types].xml': types(
      ['xl/workbook.xml', 'spreadsheetml.sheet.main'],
      ['xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'],
      ['xl/sharedStrings.xml', 'spreadsheetml.sharedStrings'],
      ['xl/styles.xml', 'spreadsheetml.styles'],
    ),
    '_rels/.rels': relationships(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Fees" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEET}"><sheetData><row r="1">${cell}</row></sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${SHEET}">${strings}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${SHEET}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  });

for (const stored of ['First line_x000D_ second line', 'form_x005F_x0041_b']) {
  const file = await parseOffice(workbook('<c r="A1" t="s"><v>0</v></c>', `<si><t>${stored}</t></si>`));
  console.log(JSON.stringify((await file.to('text')).value));
}
JS

cat >expected <<'TEXT'
"First line_x000D_ second line"
"form_x005F_x0041_b"
TEXT

echo "Node $(node --version), officeparser@8.1.1, fflate@0.8.3"
node try.mjs | tee seen
diff expected seen
