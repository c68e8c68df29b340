#!/usr/bin/env bash
# ics writes an organizer called Ann "Annie" Reed as CN="Ann \"Annie\" Reed". RFC 5545, 3.1, allows no quotation mark
# inside a quoted parameter and knows no backslash there (RFC 6868 has ^' for it), so a reader ends the name at the
# second mark. Here ical.js reads "Ann \".
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
  title: 'Review',
  organizer: { name: 'Ann "Annie" Reed', email: 'ann@firm.example' },
});
console.log(value.split('\r\n').find((line) => line.startsWith('ORGANIZER')));
const event = new ICAL.Component(ICAL.parse(value)).getFirstSubcomponent('vevent');
console.log(event.getFirstProperty('organizer').getParameter('cn'));
JS

cat >expected <<'TEXT'
ORGANIZER;CN="Ann \"Annie\" Reed":MAILTO:ann@firm.example
Ann \
TEXT

echo "Node $(node --version), ics@3.12.0, ical.js@2.2.1"
node try.mjs | tee seen
diff expected seen
