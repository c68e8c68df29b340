#!/usr/bin/env bash
# Calendar files that calendar-link writes for a whole day cannot be read: DTSTART:20261130 has a date, but its
# default type is a time (RFC 5545, 3.8.2.4), and a date needs VALUE=DATE. ical.js, which Thunderbird and Nextcloud
# use, throws at such a file. Events with a time are read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts calendar-link@2.11.5 ical.js@2.2.1

cat >try.mjs <<'JS'
import { ics } from 'calendar-link';
import ICAL from 'ical.js';

for (const event of [
  { title: 'Review', start: '2026-11-30 10:00:00 -0500', end: '2026-11-30 11:00:00 -0500' },
  { title: 'Conference', start: '2026-11-30', end: '2026-12-01', allDay: true },
]) {
  const file = decodeURIComponent(ics(event).replace('data:text/calendar;charset=utf8,', ''));
  let seen;
  try {
    seen = String(ICAL.Component.fromString(file).getFirstSubcomponent('vevent').getFirstPropertyValue('dtstart'));
  } catch (error) {
    seen = error.message;
  }
  console.log(`${file.match(/DTSTART.*/u)[0].trim()}: ${seen}`);
}
JS

cat >expected <<'TEXT'
DTSTART:20261130T150000Z: 2026-11-30T15:00:00Z
DTSTART:20261130: invalid date-time value: "2026-11-30T::"
TEXT

echo "Node $(node --version), calendar-link@2.11.5, ical.js@2.2.1"
node try.mjs | tee seen
diff expected seen
