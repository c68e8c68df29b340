#!/usr/bin/env bash
# ts-ics reads an event without its start when the names are in small letters: names of properties and parameters are
# case-insensitive (RFC 5545, 3.1), and dtstart, dtend and summary are ignored without an error. Programs then show an
# event without a title or a time. ical.js reads them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ts-ics@2.4.6 ical.js@2.2.1

cat >try.mjs <<'JS'
import ICAL from 'ical.js';
import { convertIcsEvent } from 'ts-ics';

for (const name of ['DTSTART', 'dtstart']) {
  const event = [
    'BEGIN:VEVENT', 'UID:1@firm.example', 'DTSTAMP:20261130T000000Z', `${name}:20261130T150000Z`, 'DURATION:PT1H',
    'END:VEVENT', '',
  ].join('\r\n');
  const read = convertIcsEvent(undefined, event).start?.date.toISOString();
  console.log(`${name}: ts-ics ${read}, ical.js ${ICAL.Component.fromString(event).getFirstPropertyValue('dtstart')}`);
}
JS

cat >expected <<'TEXT'
DTSTART: ts-ics 2026-11-30T15:00:00.000Z, ical.js 2026-11-30T15:00:00Z
dtstart: ts-ics undefined, ical.js 2026-11-30T15:00:00Z
TEXT

echo "Node $(node --version), ts-ics@2.4.6, ical.js@2.2.1"
node try.mjs | tee seen
diff expected seen
