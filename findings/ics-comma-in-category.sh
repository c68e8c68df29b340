#!/usr/bin/env bash
# ics writes the category "Stocks, bonds" as it is. In CATEGORIES a comma separates values unless a backslash comes
# before it (RFC 5545, 3.3.11), so a reader finds three categories instead of two; titles and locations are escaped.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ics@3.12.0 ical.js@2.2.1

cat >try.mjs <<'JS'
import { createEvent } from 'ics';
import ICAL from 'ical.js';

const { value } = createEvent({
  start: [2026, 3, 9, 10, 0],
  duration: { hours: 1 },
  title: 'Stocks, bonds',
  categories: ['Stocks, bonds', 'Tax'],
});
const event = new ICAL.Component(ICAL.parse(value)).getFirstSubcomponent('vevent');
console.log(JSON.stringify(event.getFirstPropertyValue('summary')));
console.log(JSON.stringify(event.getFirstProperty('categories').getValues()));
JS

cat >expected <<'TEXT'
"Stocks, bonds"
["Stocks"," bonds","Tax"]
TEXT

echo "Node $(node --version), ics@3.12.0, ical.js@2.2.1"
node try.mjs | tee seen
diff expected seen
