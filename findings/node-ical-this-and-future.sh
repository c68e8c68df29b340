#!/usr/bin/env bash
# node-ical moves one meeting where the rest of the series was moved: RECURRENCE-ID with RANGE=THISANDFUTURE changes
# that meeting and all later ones by the same difference (RFC 5545, 3.2.13 and 3.8.4.4). The parameter is not used, so
# people come to all later meetings two hours early. ical.js moves them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts node-ical@0.27.2 ical.js@2.2.1

cat >try.mjs <<'JS'
import ICAL from 'ical.js';
import ical from 'node-ical';

const event = (...lines) =>
  ['BEGIN:VEVENT', 'UID:1@firm.example', 'DTSTAMP:20260301T000000Z', 'SUMMARY:Review', ...lines, 'END:VEVENT'];
const text = [
  'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//firm//desk//EN',
  ...event('DTSTART:20260302T090000Z', 'DTEND:20260302T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=4'),
  ...event('RECURRENCE-ID;RANGE=THISANDFUTURE:20260309T090000Z', 'DTSTART:20260309T110000Z', 'DTEND:20260309T120000Z'),
  'END:VCALENDAR', '',
].join('\r\n');

const series = Object.values(ical.sync.parseICS(text)).find(({ type }) => type === 'VEVENT');
const all = ical.expandRecurringEvent(series, { from: new Date('2026-01-01'), to: new Date('2026-12-31') });
console.log('node-ical:', all.map(({ start }) => start.toISOString().slice(5, 16)).join());

const [first, later] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
const review = new ICAL.Event(first, { exceptions: [later] });
const dates = review.iterator();
const starts = Array.from({ length: 4 }, () => review.getOccurrenceDetails(dates.next()).startDate);
console.log('ical.js:  ', starts.map((start) => start.toString().slice(5, 16)).join());
JS

cat >expected <<'TEXT'
node-ical: 03-02T09:00,03-09T11:00,03-16T09:00,03-23T09:00
ical.js:   03-02T09:00,03-09T11:00,03-16T11:00,03-23T11:00
TEXT

echo "Node $(node --version), node-ical@0.27.2, ical.js@2.2.1"
node try.mjs | tee seen
diff expected seen
