#!/usr/bin/env bash
# datebook writes a guest's name without quotation marks: a name with a comma, semicolon or colon has to be quoted
# (RFC 5545, 3.2), as in "Reed, Ann; CFP". What follows the semicolon becomes a parameter with RSVP in its name, so no
# answer is asked for; after a colon the rest of the name becomes part of the address. Read here with ical.js.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts datebook@8.0.1 ical.js@2.2.1

cat >try.mjs <<'JS'
import { ICalendar } from 'datebook';
import ICAL from 'ical.js';

for (const name of ['Ann Reed', 'Ann Reed; CFP', 'Team: Ann']) {
  const file = new ICalendar({
    title: 'Review', start: new Date('2026-11-30T15:00:00Z'), end: new Date('2026-11-30T16:00:00Z'),
    attendees: [{ name, email: 'ann@firm.example', icsOptions: { rsvp: true } }],
  }).render();
  const guest = ICAL.Component.fromString(file).getFirstSubcomponent('vevent').getFirstProperty('attendee');
  console.log(`${name}: rsvp ${guest.getParameter('rsvp')}, address ${guest.getFirstValue()}`);
}
JS

cat >expected <<'TEXT'
Ann Reed: rsvp TRUE, address MAILTO:ann@firm.example
Ann Reed; CFP: rsvp undefined, address MAILTO:ann@firm.example
Team: Ann: rsvp undefined, address  Ann;RSVP=TRUE:MAILTO:ann@firm.example
TEXT

echo "Node $(node --version), datebook@8.0.1, ical.js@2.2.1"
node try.mjs | tee seen
diff expected seen
