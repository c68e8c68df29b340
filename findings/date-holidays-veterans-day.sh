#!/usr/bin/env bash
# date-holidays and business-days-js, which uses it, each forget a day off: a holiday on a Saturday is taken on the
# Friday before (5 U.S.C. 6103(b)). date-holidays moves Independence Day and Christmas so, but not Veterans Day of
# 2023 or 2028; business-days-js asks only for the first entry of a day, and December 24 is Christmas Eve first.
# Deadlines counted in business days are then a day early.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts date-holidays@3.37.0 business-days-js@2.3.0

cat >try.mjs <<'JS'
import businessDays from 'business-days-js';
import Holidays from 'date-holidays';

const holidays = new Holidays('US', { types: ['public'] });
for (const [year, month, day] of [[2026, 7, 3], [2027, 6, 18], [2027, 12, 24], [2023, 11, 10], [2028, 11, 10]]) {
  const date = new Date(year, month - 1, day, 12);
  console.log(`${year}-${month}-${day}: date-holidays ${holidays.isHoliday(date) ? 'day off' : 'workday'}, ` +
    `business-days-js ${businessDays().check(date) ? 'workday' : 'day off'}`);
}
JS

cat >expected <<'TEXT'
2026-7-3: date-holidays day off, business-days-js day off
2027-6-18: date-holidays day off, business-days-js day off
2027-12-24: date-holidays day off, business-days-js workday
2023-11-10: date-holidays workday, business-days-js workday
2028-11-10: date-holidays workday, business-days-js workday
TEXT

echo "Node $(node --version), date-holidays@3.37.0, business-days-js@2.3.0"
TZ=America/New_York node try.mjs | tee seen
diff expected seen
