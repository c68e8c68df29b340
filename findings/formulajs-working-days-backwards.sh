#!/usr/bin/env bash
# Formula.js counts fewer working days backwards than forwards: from Monday to Friday of one week NETWORKDAYS returns
# 5, from that Friday back to that Monday -3. Excel returns -5, as does HyperFormula below: only the sign changes with
# the order. Whoever subtracts the days by which something is late gets another number than for the days that are
# left.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @formulajs/formulajs@4.6.1 hyperformula@3.5.0

cat >try.mjs <<'JS'
import { NETWORKDAYS } from '@formulajs/formulajs';
import { HyperFormula } from 'hyperformula';

const inSheet = (start, end) => {
  const formula = `=NETWORKDAYS(DATE(2026,11,${start}),DATE(2026,11,${end}))`;
  const sheet = HyperFormula.buildFromArray([[formula]], { licenseKey: 'gpl-v3' });
  return sheet.getCellValue({ sheet: 0, row: 0, col: 0 });
};
for (const [start, end] of [[23, 27], [27, 23], [2, 30], [30, 2]]) {
  const days = NETWORKDAYS(new Date(2026, 10, start), new Date(2026, 10, end));
  console.log(`November ${start} to ${end}: Formula.js ${days}, HyperFormula ${inSheet(start, end)}`);
}
JS

cat >expected <<'TEXT'
November 23 to 27: Formula.js 5, HyperFormula 5
November 27 to 23: Formula.js -3, HyperFormula -5
November 2 to 30: Formula.js 21, HyperFormula 21
November 30 to 2: Formula.js -27, HyperFormula -21
TEXT

echo "Node $(node --version), @formulajs/formulajs@4.6.1, hyperformula@3.5.0"
node try.mjs | tee seen
diff expected seen
