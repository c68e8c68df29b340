#!/usr/bin/env bash
# cal-parser shows the text of the reminder as the event's: a VALARM inside an event has a DESCRIPTION of its own (RFC
# 5545, 3.6.6), and it replaces the event's. Calendars write "Reminder" or the like there, so every event with a
# reminder says only that. ical.js keeps them apart.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts cal-parser@1.0.2 ical.js@2.2.1

cat >try.mjs <<'JS'
import calParser from 'cal-parser';
import ICAL from 'ical.js';

const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:Reminder', 'END:VALARM'];
for (const lines of [[], alarm]) {
  const calendar = [
    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN', 'BEGIN:VEVENT', 'UID:1@firm.example',
    'DTSTAMP:20261130T000000Z', 'DTSTART:20261130T150000Z', 'DTEND:20261130T160000Z', 'SUMMARY:Plan review',
    'DESCRIPTION:Bring the tax return', ...lines, 'END:VEVENT', 'END:VCALENDAR', '',
  ].join('\r\n');
  const event = ICAL.Component.fromString(calendar).getFirstSubcomponent('vevent');
  console.log(lines.length > 0 ? 'with a reminder' : 'without a reminder');
  console.log(`  cal-parser: ${calParser.parseString(calendar).events[0].description.value}`);
  console.log(`  ical.js: ${event.getFirstPropertyValue('description')}`);
}
JS

cat >expected <<'TEXT'
without a reminder
  cal-parser: Bring the tax return
  ical.js: Bring the tax return
with a reminder
  cal-parser: Reminder
  ical.js: Bring the tax return
TEXT

echo "Node $(node --version), cal-parser@1.0.2, ical.js@2.2.1"
node try.mjs | tee seen
diff expected seen
