#!/usr/bin/env bash
# read-excel-file moves dates of January and February 1900 one day back. Excel counts a February 29, 1900 that never
# was, so serial 59 is February 28 and 61 is March 1; a reader has to treat serials below 60 apart. Birth and inception
# dates of old trusts are in that range.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts read-excel-file@9.3.17 fflate@0.8.3

cat >try.mjs <<'JS'
import readSheets from 'read-excel-file/node';
import { strToU8, zipSync } from 'fflate';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** A workbook whose style 1 is the built-in date format 14. */
const workbook = (rows, properties = '') =>
  Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8(
        `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET}.styles+xml"/></Types>`,
      ),
      '_rels/.rels': strToU8(
        `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
      'xl/workbook.xml': strToU8(
        `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${properties}<sheets><sheet name="Fees" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
      ),
      'xl/styles.xml': strToU8(
        `<styleSheet xmlns="${MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
      ),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`),
    }),
  );

for (const [serial, shownByExcel] of [
  [1, '1900-01-01'],
  [59, '1900-02-28'],
  [61, '1900-03-01'],
]) {
  const [{ data }] = await readSheets(workbook(`<row r="1"><c r="A1" s="1"><v>${serial}</v></c></row>`));
  console.log(serial, 'Excel', shownByExcel, 'read', data[0][0].toISOString().slice(0, 10));
}
JS

cat >expected <<'TEXT'
1 Excel 1900-01-01 read 1899-12-31
59 Excel 1900-02-28 read 1900-02-27
61 Excel 1900-03-01 read 1900-03-01
TEXT

echo "Node $(node --version), read-excel-file@9.3.17, fflate@0.8.3"
node try.mjs | tee seen
diff expected seen
