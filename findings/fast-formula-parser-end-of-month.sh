#!/usr/bin/env bash
# A month after January 31 is March 3 for fast-formula-parser: EDATE runs over into the following month, where
# spreadsheets end on the last day of the month that was meant (Microsoft's and OpenOffice's pages on EDATE), as
# Formula.js does below. Installments and reviews that start on the 29th to 31st skip February.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fast-formula-parser@1.0.19 @formulajs/formulajs@4.6.1

cat >try.mjs <<'JS'
import { EDATE } from '@formulajs/formulajs';
import FormulaParser from 'fast-formula-parser';

const parser = new FormulaParser({});
const day = (serial) => new Date(Date.UTC(1899, 11, 30 + serial)).toISOString().slice(0, 10);
const local = (date) => new Date(date - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
for (const [month, date, months] of [[1, 30, 12], [1, 31, 1], [10, 31, 1], [3, 31, -1]]) {
  const here = day(parser.parse(`EDATE(DATE(2026,${month},${date}),${months})`));
  const there = local(EDATE(new Date(2026, month - 1, date), months));
  console.log(`${month}/${date} and ${months} months: fast-formula-parser ${here}, Formula.js ${there}`);
}
JS

cat >expected <<'TEXT'
1/30 and 12 months: fast-formula-parser 2027-01-30, Formula.js 2027-01-30
1/31 and 1 months: fast-formula-parser 2026-03-03, Formula.js 2026-02-28
10/31 and 1 months: fast-formula-parser 2026-12-01, Formula.js 2026-11-30
3/31 and -1 months: fast-formula-parser 2026-03-03, Formula.js 2026-02-28
TEXT

echo "Node $(node --version), fast-formula-parser@1.0.19, @formulajs/formulajs@4.6.1"
node try.mjs | tee seen
diff expected seen
