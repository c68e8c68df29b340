#!/usr/bin/env bash
# Three readers of bank statements book a year off at New Year: field 61 of MT940 gives the value date with its year
# and the entry date as month and day only (SWIFT, MT940, field 61, subfields 1 and 2), and they take the value date's
# year. A payment of December 31 that was entered on January 2 is entered 363 days before it, and the other way around
# 364 days after. Statements cut by entry date lose it. (mt940-js does not declare that it needs tslib.)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts \
  mt940js@1.3.5 @centrapay/swift-parser@1.0.1 mt940-js@1.0.0 tslib@2.8.1

cat >try.cjs <<'JS'
const centrapay = require('@centrapay/swift-parser');
const mt940 = require('mt940-js');
const { Parser } = require('mt940js');

const statement = (dates) => [
  '{1:F01BANKUS33AXXX0000000000}{2:I940BANKUS33AXXXN}{4:', ':20:STATEMENT', ':25:123456789', ':28C:1/1',
  ':60F:C261230USD100,00', `:61:${dates}D12,50NTRFRENT//B1`, ':86:Rent', ':62F:C270104USD87,50', '-}', '',
].join('\r\n');
const iso = (date) => new Date(date).toISOString().slice(0, 10);

void (async () => {
  for (const dates of ['2612310102', '2701011231']) {
    const data = statement(dates);
    const [first] = new Parser().parse(data);
    const [second] = centrapay.parse({ type: 'mt940', data });
    const [third] = await mt940.read(Buffer.from(data));
    for (const [name, [line], value] of [['mt940js', first.transactions, 'date'],
      ['@centrapay/swift-parser', second.transactions, 'date'], ['mt940-js', third.transactions, 'valueDate']])
      console.log(`${name}: value date ${iso(line[value])}, entry date ${iso(line.entryDate)}`);
  }
})();
JS

cat >expected <<'TEXT'
mt940js: value date 2026-12-31, entry date 2026-01-02
@centrapay/swift-parser: value date 2026-12-31, entry date 2026-01-02
mt940-js: value date 2026-12-31, entry date 2026-01-02
mt940js: value date 2027-01-01, entry date 2027-12-31
@centrapay/swift-parser: value date 2027-01-01, entry date 2027-12-31
mt940-js: value date 2027-01-01, entry date 2027-12-31
TEXT

echo "Node $(node --version), mt940js@1.3.5, @centrapay/swift-parser@1.0.1, mt940-js@1.0.0, tslib@2.8.1"
node try.cjs | tee seen
diff expected seen
