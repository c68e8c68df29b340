#!/usr/bin/env bash
# xlsx-populate changes text on the way to Excel: in a workbook _x0041_ stands for a character by its number (ECMA-376
# part 1, 22.9.2.19, ST_Xstring), so a text that looks like one needs _x005F_ in front. xlsx-populate writes it as it
# is, and Excel and ExcelJS read "A". Product codes of that form become other ones, while xlsx-populate itself reads
# back what it wrote.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts xlsx-populate@1.21.0 exceljs@4.4.0

cat >try.mjs <<'JS'
import ExcelJS from 'exceljs';
import XlsxPopulate from 'xlsx-populate';

const written = await XlsxPopulate.fromBlankAsync();
const texts = ['Plan A', 'Plan_x0041_', 'CODE_x2014_7'];
texts.forEach((text, row) => written.sheet(0).cell(row + 1, 1).value(text));
const file = await written.outputAsync();
const again = await XlsxPopulate.fromDataAsync(file);
const read = await new ExcelJS.Workbook().xlsx.load(file);
texts.forEach((text, row) => console.log(`${text}: xlsx-populate ${again.sheet(0).cell(row + 1, 1).value()}, ` +
  `ExcelJS ${read.worksheets[0].getCell(row + 1, 1).value}`));
JS

cat >expected <<'TEXT'
Plan A: xlsx-populate Plan A, ExcelJS Plan A
Plan_x0041_: xlsx-populate Plan_x0041_, ExcelJS PlanA
CODE_x2014_7: xlsx-populate CODE_x2014_7, ExcelJS CODE—7
TEXT

echo "Node $(node --version), xlsx-populate@1.21.0, exceljs@4.4.0"
node try.mjs | tee seen
diff expected seen
