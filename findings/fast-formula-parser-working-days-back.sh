#!/usr/bin/env bash
# A working day before Monday is Monday for fast-formula-parser: WORKDAY with a negative number of days returns the
# day it started from, a Sunday too, where Excel's page on WORKDAY says that a negative value yields a past date.
# Settlement and notice periods counted back from a date are zero days long. Formula.js below counts back.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fast-formula-parser@1.0.19 @formulajs/formulajs@4.6.1

cat >try.mjs <<'JS'
import { WORKDAY } from '@formulajs/formulajs';
import FormulaParser from 'fast-formula-parser';

const parser = new FormulaParser({});
const day = (serial) => new Date(Date.UTC(1899, 11, 30 + serial)).toUTCString().slice(0, 16);
const local = (date) => new Date(date - date.getTimezoneOffset() * 60_000).toUTCString().slice(0, 16);
for (const [date, days] of [[27, 1], [30, -1], [30, -5], [29, -1]]) {
  const here = day(parser.parse(`WORKDAY(DATE(2026,11,${date}),${days})`));
  const there = local(WORKDAY(new Date(2026, 10, date), days));
  console.log(`${days} from November ${date}: fast-formula-parser ${here}, Formula.js ${there}`);
}
JS

cat >expected <<'TEXT'
1 from November 27: fast-formula-parser Mon, 30 Nov 2026, Formula.js Mon, 30 Nov 2026
-1 from November 30: fast-formula-parser Mon, 30 Nov 2026, Formula.js Fri, 27 Nov 2026
-5 from November 30: fast-formula-parser Mon, 30 Nov 2026, Formula.js Mon, 23 Nov 2026
-1 from November 29: fast-formula-parser Sun, 29 Nov 2026, Formula.js Fri, 27 Nov 2026
TEXT

echo "Node $(node --version), fast-formula-parser@1.0.19, @formulajs/formulajs@4.6.1"
node try.mjs | tee seen
diff expected seen
