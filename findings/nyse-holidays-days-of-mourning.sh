#!/usr/bin/env bash
# A list of the New York Stock Exchange's holidays has the rules and not the closings: the exchange was closed for the
# national days of mourning on December 5, 2018 and January 9, 2025 (the exchange's own notices), when nyse-holidays
# calls both days trading days. A due date counted in trading days is then a day early around them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts nyse-holidays@1.2.0

cat >try.mjs <<'JS'
import { isHoliday } from 'nyse-holidays';

for (const [year, month, day] of [[2018, 12, 5], [2025, 1, 9], [2025, 12, 25]])
  console.log(`${year}-${month}-${day}: ${isHoliday(new Date(year, month - 1, day)) ? 'closed' : 'open'}`);
JS

cat >expected <<'TEXT'
2018-12-5: open
2025-1-9: open
2025-12-25: closed
TEXT

echo "Node $(node --version), nyse-holidays@1.2.0"
node try.mjs | tee seen
diff expected seen
