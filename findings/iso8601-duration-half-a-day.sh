#!/usr/bin/env bash
# iso8601-duration refuses its own example: its README says that fractions are allowed on the smallest unit, "e.g.
# P0.5D", as ISO 8601-1 does, and parse() throws for it. Half a year, month or week are refused too; fractions are
# read only after the T. Leave of half a day is written in exactly this form. tinyduration reads it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts iso8601-duration@2.1.4 tinyduration@3.4.1

cat >try.mjs <<'JS'
import { parse } from 'iso8601-duration';
import { parse as parseTiny } from 'tinyduration';

for (const duration of ['P0.5D', 'P1DT0.5H', 'P0.5Y', 'P1.5W']) {
  let seen;
  try {
    const { years, weeks, days, hours } = parse(duration);
    seen = JSON.stringify({ years, weeks, days, hours });
  } catch (error) {
    seen = error.message;
  }
  console.log(`${duration}: ${seen}; tinyduration ${JSON.stringify(parseTiny(duration))}`);
}
JS

cat >expected <<'TEXT'
P0.5D: invalid duration: P0.5D; tinyduration {"days":0.5}
P1DT0.5H: {"years":0,"weeks":0,"days":1,"hours":0.5}; tinyduration {"days":1,"hours":0.5}
P0.5Y: invalid duration: P0.5Y; tinyduration {"years":0.5}
P1.5W: invalid duration: P1.5W; tinyduration {"weeks":1.5}
TEXT

echo "Node $(node --version), iso8601-duration@2.1.4, tinyduration@3.4.1"
node try.mjs | tee seen
diff expected seen
