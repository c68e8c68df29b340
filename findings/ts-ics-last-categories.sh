#!/usr/bin/env bash
# ts-ics keeps only the last line of an event's categories: CATEGORIES may occur more than once and each line may list
# several (RFC 5545, 3.6.1 and 3.8.1.2), and the lines before are dropped without a word. An event that is filed under
# three categories is found under one. ical.js returns all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ts-ics@2.4.6 ical.js@2.2.1

cat >try.mjs <<'JS'
import ICAL from 'ical.js';
import { convertIcsEvent } from 'ts-ics';

const event = [
  'BEGIN:VEVENT', 'UID:1@firm.example', 'DTSTAMP:20261130T000000Z', 'DTSTART:20261130T150000Z', 'DURATION:PT1H',
  'SUMMARY:Plan', 'CATEGORIES:Training,Tax', 'CATEGORIES:Boston', 'END:VEVENT', '',
].join('\r\n');
const lines = ICAL.Component.fromString(event).getAllProperties('categories');
console.log(`ts-ics: ${convertIcsEvent(undefined, event).categories.join(', ')}`);
console.log(`ical.js: ${lines.flatMap((line) => line.getValues()).join(', ')}`);
JS

cat >expected <<'TEXT'
ts-ics: Boston
ical.js: Training, Tax, Boston
TEXT

echo "Node $(node --version), ts-ics@2.4.6, ical.js@2.2.1"
node try.mjs | tee seen
diff expected seen
