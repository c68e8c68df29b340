#!/usr/bin/env bash
# eml-format ends a subject with its first encoded word: a header may mix encoded and plain words, and mailers split a
# long subject into several (RFC 2047, 2: at most 75 characters each). Everything in front of the first and behind it
# is gone, here "About", "réunion" and the room. postal-mime reads all of it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts eml-format@0.6.1 postal-mime@4.0.0

cat >try.mjs <<'JS'
import { promisify } from 'node:util';
import emlFormat from 'eml-format';
import PostalMime from 'postal-mime';

for (const subject of ['=?UTF-8?Q?Caf=C3=A9?=', '=?UTF-8?Q?Caf=C3=A9?= in room 12',
  '=?UTF-8?Q?Caf=C3=A9?= =?UTF-8?Q?_r=C3=A9union?=', 'About =?UTF-8?Q?Caf=C3=A9?= and lunch']) {
  const mail = [
    'Date: Mon, 30 Nov 2026 10:00:00 -0500', 'From: ann@firm.example', `Subject: ${subject}`, 'MIME-Version: 1.0',
    'Content-Type: text/plain', '', 'Hello', '',
  ].join('\r\n');
  const read = (await promisify(emlFormat.read)(mail)).subject;
  console.log(`${subject}: eml-format "${read}", postal-mime "${(await PostalMime.parse(mail)).subject}"`);
}
JS

cat >expected <<'TEXT'
=?UTF-8?Q?Caf=C3=A9?=: eml-format "Café", postal-mime "Café"
=?UTF-8?Q?Caf=C3=A9?= in room 12: eml-format "Café", postal-mime "Café in room 12"
=?UTF-8?Q?Caf=C3=A9?= =?UTF-8?Q?_r=C3=A9union?=: eml-format "Café", postal-mime "Café réunion"
About =?UTF-8?Q?Caf=C3=A9?= and lunch: eml-format "Café", postal-mime "About Café and lunch"
TEXT

echo "Node $(node --version), eml-format@0.6.1, postal-mime@4.0.0"
node try.mjs | tee seen
diff expected seen
