#!/usr/bin/env bash
# mt940js cuts a payment's reference at its first slash and drops the bank's reference behind it: in field 61 of MT940
# only two slashes separate the two (subfields 7 and 8), and one slash belongs to the characters that a reference may
# have (SWIFT's x set). Invoices numbered 2026/118 all become 2026, so payments are matched to the wrong invoice or to
# none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mt940js@1.3.5

cat >try.cjs <<'JS'
const { Parser } = require('mt940js');

for (const reference of ['2026-118//B1', '2026/118//B1', '2026/118']) {
  const statement = [
    '{1:F01BANKUS33AXXX0000000000}{2:I940BANKUS33AXXXN}{4:', ':20:STATEMENT', ':25:123456789', ':28C:1/1',
    ':60F:C261130USD100,00', `:61:2611301130D12,50NTRF${reference}`, ':86:Rent', ':62F:C261130USD87,50', '-}', '',
  ].join('\r\n');
  const [{ transactions: [line] }] = new Parser().parse(statement);
  console.log(`${reference}: reference "${line.reference}", bank's reference "${line.bankReference}"`);
}
JS

cat >expected <<'TEXT'
2026-118//B1: reference "2026-118", bank's reference "B1"
2026/118//B1: reference "2026", bank's reference ""
2026/118: reference "2026", bank's reference ""
TEXT

echo "Node $(node --version), mt940js@1.3.5"
node try.cjs | tee seen
diff expected seen
