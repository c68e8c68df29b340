#!/usr/bin/env bash
# A change written in other letters than the stored record adds a second attribute beside the first: SCIM's attribute
# names are case-insensitive (RFC 7643, 2.1), and some directories write "UserName" or "name.GivenName". scim-patch
# keeps the old value under the old name and the new one under the new name, so the person keeps the name that was to
# be changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts scim-patch@0.8.3

cat >try.mjs <<'JS'
import { scimPatch } from 'scim-patch';

const user = () => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'ana',
  name: { givenName: 'Ana', familyName: 'Ruiz' },
});
console.log(JSON.stringify(scimPatch(user(), [{ op: 'replace', path: 'UserName', value: 'ana.reed' }])));
console.log(JSON.stringify(scimPatch(user(), [{ op: 'replace', path: 'name.GivenName', value: 'Anne' }]).name));
JS

cat >expected <<'TEXT'
{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"],"userName":"ana","name":{"givenName":"Ana","familyName":"Ruiz"},"UserName":"ana.reed"}
{"givenName":"Ana","familyName":"Ruiz","GivenName":"Anne"}
TEXT

echo "Node $(node --version), scim-patch@0.8.3"
node try.mjs | tee seen
diff expected seen
