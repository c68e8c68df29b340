#!/usr/bin/env bash
# @18f/us-federal-holidays forgets a holiday at the end of December: when January 1 is a Saturday, the day off is Friday,
# December 31 (5 U.S.C. 6103), and inRange() lists it only if the range reaches into January. isAHoliday() knows it. Due
# dates and settlement days planned year by year are a day off at the turn of 2027.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @18f/us-federal-holidays@4.0.0

cat >try.mjs <<'JS'
import federal from '@18f/us-federal-holidays';

const shifted = { shiftSaturdayHolidays: true, shiftSundayHolidays: true, utc: true };
const day = (text) => new Date(`${text}T00:00:00Z`);
for (const end of ['2027-12-31', '2028-01-01']) {
  const days = federal.inRange(day('2027-12-01'), day(end), shifted).map(({ dateString }) => dateString);
  console.log(`December 1, 2027 to ${end}: ${days.join(', ')}`);
}
console.log(`December 31, 2027 is a holiday: ${federal.isAHoliday(day('2027-12-31'), shifted)}`);
JS

cat >expected <<'TEXT'
December 1, 2027 to 2027-12-31: 2027-12-24
December 1, 2027 to 2028-01-01: 2027-12-24, 2027-12-31
December 31, 2027 is a holiday: true
TEXT

echo "Node $(node --version), @18f/us-federal-holidays@4.0.0"
node try.mjs | tee seen
diff expected seen
