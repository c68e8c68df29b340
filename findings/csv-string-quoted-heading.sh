#!/usr/bin/env bash
# csv-string returns no rows at all for a valid table: its README says that the separator is detected, and it takes
# the first of , ; | or tab in the text, inside quotation marks too, although what is quoted belongs to the value (RFC
# 4180, 2, rules 5 and 6). A first heading like "Name; title" makes ; the separator, and the result is an empty list,
# without an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts csv-string@4.1.1

cat >try.mjs <<'JS'
import { detect, parse } from 'csv-string';

for (const heading of ['Name', '"Name, title"', '"Name; title"', '"Yield | Price"']) {
  const table = `${heading},City\r\nAnn,Boston\r\nBob,Denver\r\n`;
  console.log(`${heading}: separator ${detect(table)}, ${JSON.stringify(parse(table))}`);
}
console.log(`told the separator: ${JSON.stringify(parse('"Name; title",City\r\nAnn,Boston\r\n', ','))}`);
JS

cat >expected <<'TEXT'
Name: separator ,, [["Name","City"],["Ann","Boston"],["Bob","Denver"]]
"Name, title": separator ,, [["Name, title","City"],["Ann","Boston"],["Bob","Denver"]]
"Name; title": separator ;, []
"Yield | Price": separator |, []
told the separator: [["Name; title","City"],["Ann","Boston"]]
TEXT

echo "Node $(node --version), csv-string@4.1.1"
node try.mjs | tee seen
diff expected seen
