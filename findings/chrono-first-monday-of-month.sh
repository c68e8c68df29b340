#!/usr/bin/env bash
# A date with an ordinal weekday becomes two dates, and neither is it: chrono-node reads "first Monday of March 2026"
# as the last Monday and as March 1. "Last Friday of June" is alike. Meetings of a firm are announced in this form; a
# task made from such a sentence is due on a day that nobody wrote.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts chrono-node@2.10.3

cat >try.mjs <<'JS'
import * as chrono from 'chrono-node';

const today = new Date(2026, 1, 4, 12);
for (const text of ['first Monday of March 2026', 'last Friday of June', 'March 2, 2026'])
  console.log(`${text}: ${chrono.parse(text, today).map((found) => `"${found.text}" ${found.start.date().toDateString()}`).join(', ')}`);
JS

cat >expected <<'TEXT'
first Monday of March 2026: "Monday" Mon Feb 02 2026, "March 2026" Sun Mar 01 2026
last Friday of June: "last Friday" Fri Jan 30 2026, "June" Mon Jun 01 2026
March 2, 2026: "March 2, 2026" Mon Mar 02 2026
TEXT

echo "Node $(node --version), chrono-node@2.10.3"
node try.mjs | tee seen
diff expected seen
