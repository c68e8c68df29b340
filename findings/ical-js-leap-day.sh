#!/usr/bin/env bash
# ical.js lets a yearly event of February 29 take place on March 1 in other years. RFC 5545, 3.3.10, says that dates
# that do not exist are ignored, and rrule (the same rule, below) waits for the next leap year. With BYMONTH and
# BYMONTHDAY, which say the same, ical.js waits too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ical.js@2.2.1 rrule@2.8.1

cat >try.mjs <<'JS'
import ICAL from 'ical.js';

const dates = (rule, start) => {
  const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateTimeString(start));
  return Array.from({ length: 3 }, () => iterator.next()?.toString().slice(0, 10) ?? 'none').join(' ');
};

import rrule from 'rrule';

const start = '2024-02-29T10:00:00';
console.log('ical.js FREQ=YEARLY:', dates('FREQ=YEARLY;COUNT=3', start));
console.log('ical.js with the day named:', dates('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=3', start));
const rule = rrule.rrulestr('DTSTART:20240229T100000Z\nRRULE:FREQ=YEARLY;COUNT=3');
console.log('rrule FREQ=YEARLY:', rule.all().map((date) => date.toISOString().slice(0, 10)).join(' '));
JS

cat >expected <<'TEXT'
ical.js FREQ=YEARLY: 2024-02-29 2025-03-01 2026-03-01
ical.js with the day named: 2024-02-29 2028-02-29 2032-02-29
rrule FREQ=YEARLY: 2024-02-29 2028-02-29 2032-02-29
TEXT

echo "Node $(node --version), ical.js@2.2.1, rrule@2.8.1"
node try.mjs | tee seen
diff expected seen
