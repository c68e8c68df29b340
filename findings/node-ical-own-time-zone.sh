#!/usr/bin/env bash
# node-ical ignores the rules of a time zone with a name of its own: a calendar says in its VTIMEZONE what TZID:Office
# means (RFC 5545, 3.6.5), here five hours behind UTC, and the time is read as if it were UTC. Meetings shift by hours,
# without a warning; the same rules under a name that the library knows give the right time.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts node-ical@0.27.2

cat >try.mjs <<'JS'
import ical from 'node-ical';

const event = (...lines) =>
  ['BEGIN:VEVENT', 'UID:1@firm.example', 'DTSTAMP:20260301T000000Z', ...lines, 'SUMMARY:Review', 'END:VEVENT'];
const calendar = (...parts) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//firm//desk//EN', ...parts.flat(), 'END:VCALENDAR', ''].join('\r\n');
const read = (text) => Object.values(ical.sync.parseICS(text)).find(({ type }) => type === 'VEVENT');

const zone = (name) => [
  'BEGIN:VTIMEZONE',
  `TZID:${name}`,
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0500',
  'END:STANDARD',
  'END:VTIMEZONE',
];
for (const name of ['Office', 'America/Panama']) {
  const { start } = read(calendar(zone(name), event(`DTSTART;TZID=${name}:20260309T090000`)));
  console.log(`${name}: ${start.toISOString()}`);
}
JS

cat >expected <<'TEXT'
Office: 2026-03-09T09:00:00.000Z
America/Panama: 2026-03-09T14:00:00.000Z
TEXT

echo "Node $(node --version), node-ical@0.27.2"
node try.mjs | tee seen
diff expected seen
