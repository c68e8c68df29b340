#!/usr/bin/env bash
# HyperFormula rounds negative numbers up: INT(-8.9) is -8, where Excel's page on INT and OpenFormula (ODF 1.2 part 2,
# INT) round down to -9, "away from 0". FLOOR in the same sheet gives -9. Loss per share, whole days overdue and
# anything else below zero come out one too high, so totals that a spreadsheet checks do not match.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts hyperformula@3.5.0 fast-formula-parser@1.0.19

cat >try.mjs <<'JS'
import FormulaParser from 'fast-formula-parser';
import { HyperFormula } from 'hyperformula';

const other = new FormulaParser({});
for (const formula of ['INT(8.9)', 'INT(-8.9)', 'INT(-0.5)', 'FLOOR(-8.9,1)']) {
  const sheet = HyperFormula.buildFromArray([[`=${formula}`]], { licenseKey: 'gpl-v3' });
  const value = sheet.getCellValue({ sheet: 0, row: 0, col: 0 });
  console.log(`${formula}: HyperFormula ${value}, fast-formula-parser ${other.parse(formula)}`);
}
JS

cat >expected <<'TEXT'
INT(8.9): HyperFormula 8, fast-formula-parser 8
INT(-8.9): HyperFormula -8, fast-formula-parser -9
INT(-0.5): HyperFormula 0, fast-formula-parser -1
FLOOR(-8.9,1): HyperFormula -9, fast-formula-parser -9
TEXT

echo "Node $(node --version), hyperformula@3.5.0, fast-formula-parser@1.0.19"
node try.mjs | tee seen
diff expected seen
