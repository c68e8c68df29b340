#!/usr/bin/env bash
# rrule tells the wrong rule in words: toText() leaves out BYSETPOS (RFC 5545, 3.3.10), so "the last weekday of the month"
# reads as every weekday, and the last day of the month ends in the middle of the sentence. People confirm a series by that
# sentence.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts rrule@2.8.1

cat >try.mjs <<'JS'
import rrule from 'rrule';

const rules = [
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR',
  'FREQ=MONTHLY;BYMONTHDAY=-1',
  'FREQ=MONTHLY;BYDAY=-1FR',
];
for (const rule of rules) console.log(`${rule}: ${rrule.rrulestr(`RRULE:${rule}`).toText()}`);
JS

cat >expected <<'TEXT'
FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1: every month on weekdays
FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR: every month on weekdays
FREQ=MONTHLY;BYMONTHDAY=-1: every month on the last
FREQ=MONTHLY;BYDAY=-1FR: every month on the last Friday
TEXT

echo "Node $(node --version), rrule@2.8.1"
node try.mjs | tee seen
diff expected seen
