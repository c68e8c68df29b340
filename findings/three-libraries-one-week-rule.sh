#!/usr/bin/env bash
# A week rule without weekdays has three meanings: for FREQ=YEARLY;BYWEEKNO=20 rrule takes every day of the week,
# rrule-temporal the weekday of the start, and ical.js nothing at all. RFC 5545 lets DTSTART supply what a rule leaves
# out, so a calendar that writes such a rule is read differently by each of them: name the weekday.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ical.js@2.2.1 rrule@2.8.1 rrule-temporal@2.2.8

cat >try.mjs <<'JS'
import ICAL from 'ical.js';

const dates = (rule, start) => {
  const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateTimeString(start));
  return Array.from({ length: 3 }, () => iterator.next()?.toString().slice(0, 10) ?? 'none').join(' ');
};

import rrule from 'rrule';
import { RRuleTemporal } from 'rrule-temporal';

const RULE = 'FREQ=YEARLY;BYWEEKNO=20';
const text = `DTSTART:20260511T090000Z\nRRULE:${RULE};COUNT=3`;
const day = (date) => date.slice(0, 10);
console.log('rrule', rrule.rrulestr(text).all().map((date) => day(date.toISOString())).join(' '));
console.log('rrule-temporal', new RRuleTemporal({ rruleString: text }).all().map((date) => day(date.toString())).join(' '));
console.log('ical.js', dates(RULE, '2026-05-11T09:00:00'));
JS

cat >expected <<'TEXT'
rrule 2026-05-11 2026-05-12 2026-05-13
rrule-temporal 2026-05-11 2027-05-17 2028-05-15
ical.js none none none
TEXT

echo "Node $(node --version), ical.js@2.2.1, rrule@2.8.1, rrule-temporal@2.2.8"
node try.mjs | tee seen
diff expected seen
