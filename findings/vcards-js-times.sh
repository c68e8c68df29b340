#!/usr/bin/env bash
# vcards-js writes a time that vCard 4 does not have: only the basic format of ISO 8601 is allowed there (RFC 6350,
# 4.3.5), and a card with VERSION:4.0 says REV:2026-11-30T10:00:00.000Z. ical.js, which reads vCards of version 4 by
# its rules, makes "2026--1-1-T0T:10::0" of it, so programs that ask which of two cards is newer compare nonsense.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts vcards-js@2.11.1 ical.js@2.2.1

cat >try.mjs <<'JS'
import ICAL from 'ical.js';
import vCard from 'vcards-js';

const card = vCard();
card.version = '4.0';
card.firstName = 'Ann';
const [written] = card.getFormattedString().match(/^REV:.*/mu);
const form = written.trim().replaceAll(/\d/gu, '0');
for (const line of [form.replace('0000-00-00T00:00', '2026-11-30T10:00'), 'REV:20261130T100000Z']) {
  const { type } = ICAL.Property.fromString(line, ICAL.design.vcard);
  console.log(`${line}: ${ICAL.Property.fromString(line, ICAL.design.vcard).getFirstValue()} (${type})`);
}
JS

cat >expected <<'TEXT'
REV:2026-11-30T10:00:00.000Z: 2026--1-1-T0T:10::0 (timestamp)
REV:20261130T100000Z: 2026-11-30T10:00:00Z (timestamp)
TEXT

echo "Node $(node --version), vcards-js@2.11.1, ical.js@2.2.1"
node try.mjs | tee seen
diff expected seen
