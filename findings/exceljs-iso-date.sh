#!/usr/bin/env bash
# ExcelJS reads a date of a strict workbook as a day in 1905: a cell of type d (ECMA-376 part 1, 18.18.11) has its value
# as an ISO 8601 date, and ExcelJS takes the year for a serial number, without an error. Programs that save "Strict Open
# XML" write such cells; due dates and birthdays are wrong by a century.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts exceljs@4.4.0 fflate@0.8.3

cat >try.mjs <<'JS'
import ExcelJS from 'exceljs';
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

for (const cell of ['<c r="A1" s="1" t="d"><v>2026-03-09</v></c>', '<c r="A1" s="1"><v>46090</v></c>']) {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(workbook(cell));
  console.log(`${/<v>(.*)<\/v>/.exec(cell)[1]}: ${book.worksheets[0].getCell('A1').value.toISOString()}`);
}
JS

cat >expected <<'TEXT'
2026-03-09: 1905-07-18T00:00:00.000Z
46090: 2026-03-09T00:00:00.000Z
TEXT

echo "Node $(node --version), exceljs@4.4.0, fflate@0.8.3"
node try.mjs | tee seen
diff expected seen
