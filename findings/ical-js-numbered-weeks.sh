#!/usr/bin/env bash
# ical.js expands two of RFC 5545's own examples (3.8.5.3) as weekly events: "every 20th Monday of the year" and "Monday
# of week number 20". The RFC lists one date a year for each.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ical.js@2.2.1

cat >try.mjs <<'JS'
import ICAL from 'ical.js';

const dates = (rule, start) => {
  const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateTimeString(start));
  return Array.from({ length: 3 }, () => iterator.next()?.toString().slice(0, 10) ?? 'none').join(' ');
};

console.log('BYDAY=20MO', dates('FREQ=YEARLY;BYDAY=20MO', '1997-05-19T09:00:00'), 'RFC: 1997-05-19 1998-05-18 1999-05-17');
console.log(
  'BYWEEKNO=20;BYDAY=MO',
  dates('FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05-12T09:00:00'),
  'RFC: 1997-05-12 1998-05-11 1999-05-17',
);
JS

cat >expected <<'TEXT'
BYDAY=20MO 1997-05-19 1997-05-26 1997-06-02 RFC: 1997-05-19 1998-05-18 1999-05-17
BYWEEKNO=20;BYDAY=MO 1997-05-19 1997-05-26 1997-06-02 RFC: 1997-05-12 1998-05-11 1999-05-17
TEXT

echo "Node $(node --version), ical.js@2.2.1"
node try.mjs | tee seen
diff expected seen
