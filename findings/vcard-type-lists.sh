#!/usr/bin/env bash
# Two vCard libraries read a list of types as one type: TYPE=HOME,WORK is two values (RFC 6350, 3.3 and 5.6), which
# address books write for business addresses. vcard-parser splits neither form; vcard4 splits only the quoted one.
# Whoever looks for the business address finds none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts vcard-parser@1.0.0 vcard4@4.0.5

cat >try.mjs <<'JS'
import parser from 'vcard-parser';
import { parse } from 'vcard4';

for (const type of ['HOME,WORK', '"HOME,WORK"']) {
  const card = ['BEGIN:VCARD', 'VERSION:4.0', 'FN:Ana Ruiz', `EMAIL;TYPE=${type}:ana@firm.example`, 'END:VCARD', ''].join('\r\n');
  console.log(`${type}: vcard-parser ${JSON.stringify(parser.parse(card).email[0].meta.type)}`);
  const [email] = parse(card).parsedVcard.filter(({ property }) => property === 'EMAIL');
  console.log(`${type}: vcard4 ${JSON.stringify(email.parameters.TYPE)}`);
}
JS

cat >expected <<'TEXT'
HOME,WORK: vcard-parser ["HOME,WORK"]
HOME,WORK: vcard4 "HOME,WORK"
"HOME,WORK": vcard-parser ["\"HOME,WORK\""]
"HOME,WORK": vcard4 ["HOME","WORK"]
TEXT

echo "Node $(node --version), vcard-parser@1.0.0, vcard4@4.0.5"
node try.mjs | tee seen
diff expected seen
