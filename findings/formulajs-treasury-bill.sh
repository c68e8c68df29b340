#!/usr/bin/env bash
# Formula.js misprices Treasury bills: TBILLPRICE and TBILLYIELD count the days to maturity in months of 30 days.
# Excel's pages on both and the Treasury's own formulas (31 CFR 356, appendix B) take the actual days over 360.
# Microsoft's own example, 62 days at 9 percent, costs 98.45 there and 98.475 here, without an error. TBILLEQ is
# alike.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @formulajs/formulajs@4.6.1

cat >try.mjs <<'JS'
import { TBILLEQ, TBILLPRICE, TBILLYIELD } from '@formulajs/formulajs';

const bill = [new Date(2008, 2, 31), new Date(2008, 5, 1)];
const days = Math.round((bill[1] - bill[0]) / 86_400_000);
const right = [100 * (1 - (0.09 * days) / 360), (1.55 / 98.45) * (360 / days), (365 * 0.0914) / (360 - 0.0914 * days)];
console.log(`${days} days`);
console.log(`price at 9%: ${TBILLPRICE(...bill, 0.09)}, by definition ${right[0]}`);
console.log(`yield at 98.45: ${TBILLYIELD(...bill, 98.45)}, by definition ${right[1]}`);
console.log(`bond equivalent of 9.14%: ${TBILLEQ(...bill, 0.0914)}, by definition ${right[2]}`);
JS

cat >expected <<'TEXT'
62 days
price at 9%: 98.475, by definition 98.45
yield at 98.45: 0.09291560166182368, by definition 0.09141696292534282
bond equivalent of 9.14%: 0.09412721351734614, by definition 0.09415149356594302
TEXT

echo "Node $(node --version), @formulajs/formulajs@4.6.1"
node try.mjs | tee seen
diff expected seen
