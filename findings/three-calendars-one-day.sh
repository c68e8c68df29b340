#!/usr/bin/env bash
# Three readers of calendars know one kind of day: DURATION:P1D means the same time on the next day, PT24H means 24
# hours (RFC 5545, 3.3.6), and they differ when the clocks change. From noon on October 31, 2026 in New York, P1D ends
# at noon and PT24H at 11. node-ical says 11 to both, and so does ts-ics on a server that runs in UTC (it asks the
# machine's zone and not the event's), so that nobody is on call in the last hour; ical.js says noon to both. Whoever
# writes such an event does better to give its end.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts node-ical@0.27.2 ts-ics@2.4.6 ical.js@2.2.1

cat >try.mjs <<'JS'
import ICAL from 'ical.js';
import ical from 'node-ical';
import { convertIcsCalendar, getEventEnd } from 'ts-ics';

const change = (name, rule, from, to) => [
  `BEGIN:${name}`, `DTSTART:${rule}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, `END:${name}`,
];
const calendar = (duration) => [
  'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//firm//desk//EN', 'BEGIN:VTIMEZONE', 'TZID:America/New_York',
  ...change('DAYLIGHT', '20070311T020000\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU', '-0500', '-0400'),
  ...change('STANDARD', '20071104T020000\r\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU', '-0400', '-0500'),
  'END:VTIMEZONE', 'BEGIN:VEVENT', 'UID:1@firm.example', 'DTSTAMP:20261001T000000Z', 'SUMMARY:On call',
  'DTSTART;TZID=America/New_York:20261031T120000', `DURATION:${duration}`, 'END:VEVENT', 'END:VCALENDAR', '',
].join('\r\n');

const readers = {
  'node-ical': (text) => Object.values(ical.sync.parseICS(text)).find(({ type }) => type === 'VEVENT').end,
  'ts-ics': (text) => getEventEnd(convertIcsCalendar(undefined, text).events[0]),
  'ical.js': (text) => {
    const read = new ICAL.Component(ICAL.parse(text));
    return new ICAL.Event(read.getFirstSubcomponent('vevent')).endDate.toJSDate();
  },
};
const wall = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'short' });
for (const duration of ['P1D', 'PT24H'])
  for (const [name, end] of Object.entries(readers))
    console.log(`${duration} ${name}: ${wall.format(end(calendar(duration))).replace(/\s/gu, ' ')}`);
JS

cat >expected <<'TEXT'
P1D node-ical: 11/1/26, 11:00 AM
P1D ts-ics: 11/1/26, 11:00 AM
P1D ical.js: 11/1/26, 12:00 PM
PT24H node-ical: 11/1/26, 11:00 AM
PT24H ts-ics: 11/1/26, 11:00 AM
PT24H ical.js: 11/1/26, 12:00 PM
TEXT

echo "Node $(node --version), node-ical@0.27.2, ts-ics@2.4.6, ical.js@2.2.1"
TZ=UTC node try.mjs | tee seen
diff expected seen
