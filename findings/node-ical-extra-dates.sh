#!/usr/bin/env bash
# node-ical leaves the extra dates of an event unread: RDATE (RFC 5545, 3.8.5.2) stays one string, commas and all, while
# EXDATE is parsed, and expandRecurringEvent returns only the first date. A course on three irregular days shows on one.
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

const review = read(
  calendar(event('DTSTART:20260309T090000Z', 'DTEND:20260309T100000Z', 'RDATE:20260401T090000Z,20260506T090000Z')),
);
console.log(JSON.stringify(review.rdate));
const all = ical.expandRecurringEvent(review, { from: new Date('2026-01-01'), to: new Date('2026-12-31') });
console.log(all.map(({ start }) => start.toISOString()).join());
JS

cat >expected <<'TEXT'
"20260401T090000Z,20260506T090000Z"
2026-03-09T09:00:00.000Z
TEXT

echo "Node $(node --version), node-ical@0.27.2"
node try.mjs | tee seen
diff expected seen
