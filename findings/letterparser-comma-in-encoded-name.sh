#!/usr/bin/env bash
# Two readers of mail make two people of one: a name in an encoded word is decoded only after the list of addresses is
# split (RFC 2047, 5, rule 3, and 6.2), but letterparser and eml-parse-js decode first, so the comma in "Reed, Renée"
# ends an address. One recipient is "Reed" without an address, and answers to all fail. postal-mime has one person.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts letterparser@0.1.8 eml-parse-js@1.1.15 postal-mime@4.0.0

cat >try.mjs <<'JS'
import { readEml } from 'eml-parse-js';
import { extract } from 'letterparser';
import PostalMime from 'postal-mime';

const mail = [
  'Date: Mon, 30 Nov 2026 10:00:00 -0500', 'From: bob@firm.example',
  'To: =?UTF-8?Q?Reed=2C_Ren=C3=A9e?= <renee@firm.example>', 'Subject: Plan', 'MIME-Version: 1.0',
  'Content-Type: text/plain', '', 'Hello', '',
].join('\r\n');
const show = (name, people) => {
  const list = [people].flat().map((person) => `${person.name ?? ''} <${person.address ?? person.email}>`);
  console.log(`${name}: ${list.join(' | ')}`);
};
show('letterparser', extract(mail).to);
show('eml-parse-js', readEml(mail).to);
show('postal-mime', (await PostalMime.parse(mail)).to);
JS

cat >expected <<'TEXT'
letterparser:  <Reed> | Renée <renee@firm.example>
eml-parse-js: Reed <> | Renée <renee@firm.example>
postal-mime: Reed, Renée <renee@firm.example>
TEXT

echo "Node $(node --version), letterparser@0.1.8, eml-parse-js@1.1.15, postal-mime@4.0.0"
node try.mjs | tee seen
diff expected seen
