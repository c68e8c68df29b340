#!/usr/bin/env bash
# node-ical cuts a quoted parameter at its semicolon: RFC 5545 (3.1, QSAFE-CHAR) allows ; : and , between quotes, and
# links to a map or a room often have them. The rest is lost, and the opening quote stays.
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

for (const address of ['https://rooms.example/view?floor=2', 'https://rooms.example/view;floor=2']) {
  const { location } = read(calendar(event('DTSTART:20260309T090000Z', `LOCATION;ALTREP="${address}":Room 1`)));
  console.log(`${address}: ${location.params.ALTREP}`);
}
JS

cat >expected <<'TEXT'
https://rooms.example/view?floor=2: https://rooms.example/view?floor=2
https://rooms.example/view;floor=2: "https://rooms.example/view
TEXT

echo "Node $(node --version), node-ical@0.27.2"
node try.mjs | tee seen
diff expected seen
