#!/usr/bin/env bash
# vcard4-ts returns a firm and its departments as one text: in ORG a semicolon separates the units (RFC 6350, 6.6.4),
# and "Reed & Cole;Planning;Boston" stays one value, semicolons and all, although it does split the name and the
# address. vcard4 below has three. Contacts grouped by firm get a firm for each department.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts vcard4-ts@0.4.1 vcard4@4.0.5

cat >try.mjs <<'JS'
import { parse } from 'vcard4';
import { parseVCards } from 'vcard4-ts';

const card = ['BEGIN:VCARD', 'VERSION:4.0', 'FN:Ann Reed', 'ORG:Reed & Cole;Planning;Boston',
  'END:VCARD', ''].join('\r\n');
const [{ ORG }] = parseVCards(card).vCards;
console.log(`vcard4-ts: ${JSON.stringify(ORG[0].value)}`);
const organization = parse(card).parsedVcard.find(({ property }) => property === 'ORG');
console.log(`vcard4: ${JSON.stringify(organization.value.value ?? organization.value)}`);
JS

cat >expected <<'TEXT'
vcard4-ts: ["Reed & Cole;Planning;Boston"]
vcard4: ["Reed & Cole","Planning","Boston"]
TEXT

echo "Node $(node --version), vcard4-ts@0.4.1, vcard4@4.0.5"
node try.mjs | tee seen
diff expected seen
