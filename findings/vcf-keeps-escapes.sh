#!/usr/bin/env bash
# A vCard reader leaves the escapes in: in a vCard a comma, a semicolon and a line break within a value are written
# with a backslash (RFC 6350, 3.4). vcf returns them as they stand in the file, so a planner shows as "Reed\, CFP" in
# a list of contacts, while vcard4 returns the text that was meant.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts vcf@2.1.2 vcard4@4.0.5

cat >try.mjs <<'JS'
import vcf from 'vcf';
import { parse } from 'vcard4';

const card = ['BEGIN:VCARD', 'VERSION:4.0', 'FN:Ana Reed\\, CFP', 'NOTE:Mornings\\nby phone', 'END:VCARD', ''].join('\r\n');
const [first] = vcf.parse(card);
const second = parse(card);
for (const name of ['fn', 'note']) {
  console.log(name, 'vcf', JSON.stringify(first.get(name).valueOf()));
  console.log(name, 'vcard4', JSON.stringify([second.getProperty(name.toUpperCase())].flat()[0].value));
}
JS

cat >expected <<'TEXT'
fn vcf "Ana Reed\\, CFP"
fn vcard4 "Ana Reed, CFP"
note vcf "Mornings\\nby phone"
note vcard4 "Mornings\nby phone"
TEXT

echo "Node $(node --version), vcf@2.1.2, vcard4@4.0.5"
node try.mjs | tee seen
diff expected seen
