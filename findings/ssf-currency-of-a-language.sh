#!/usr/bin/env bash
# ssf puts a dollar sign in front of numbers whose format only names a language: [$-409]0.00 has no currency between
# "[$" and "-409" (ECMA-376 part 1, 18.8.31; Excel shows 1234.50). It also drops the text of General "days" and rejects formats
# with a minus sign after the number, which Excel offers in its list. Reports read with it show amounts in dollars that
# are none, and cells that cannot be read at all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ssf@0.11.2

cat >try.cjs <<'JS'
const { format } = require('ssf');
for (const [code, value, shownByExcel] of [
  ['[$-409]0.00', 1234.5, '1234.50'],
  ['General" days"', 3, '3 days'],
  ['#,##0.00_-;#,##0.00-', -1234.5, '1,234.50-'],
  ['[h]:mm:ss', 0.00555, '0:08:00'],
]) {
  let shown;
  try {
    shown = format(code, value);
  } catch {
    shown = 'an error';
  }
  console.log(code, 'Excel', shownByExcel, 'ssf', shown);
}
JS

cat >expected <<'TEXT'
[$-409]0.00 Excel 1234.50 ssf $1234.50
General" days" Excel 3 days ssf 3
#,##0.00_-;#,##0.00- Excel 1,234.50- ssf an error
[h]:mm:ss Excel 0:08:00 ssf 0:07:00
TEXT

echo "Node $(node --version), ssf@0.11.2"
node try.cjs | tee seen
diff expected seen
