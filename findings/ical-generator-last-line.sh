#!/usr/bin/env bash
# ical-generator leaves out the line break after END:VCALENDAR. RFC 5545, 3.1, ends every content line with CRLF, the
# last one too. Files that are appended to each other, as mail and feed tools do, then get "END:VCALENDARBEGIN:VCALENDAR".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ical-generator@11.1.2 ical.js@2.2.1

cat >try.mjs <<'JS'
import ICAL from 'ical.js';
import ical from 'ical-generator';

const calendar = (title) => {
  const one = ical({ name: 'Firm' });
  one.createEvent({ id: title, start: new Date('2026-03-09T14:00:00Z'), end: new Date('2026-03-09T15:00:00Z'), summary: title });
  return one.toString();
};
const text = calendar('Review');
console.log('ends with', JSON.stringify(text.slice(-15)));
for (const ending of ['', '\r\n']) {
  try {
    console.log(JSON.stringify(ending), ICAL.parse(text + ending + calendar('Forum')).length, 'calendars');
  } catch (error) {
    console.log(JSON.stringify(ending), error.name);
  }
}
JS

cat >expected <<'TEXT'
ends with "\r\nEND:VCALENDAR"
"" TypeError
"\r\n" 2 calendars
TEXT

echo "Node $(node --version), ical-generator@11.1.2, ical.js@2.2.1"
node try.mjs | tee seen
diff expected seen
