#!/usr/bin/env bash
# A person gets two primary addresses: when a PATCH adds a value with "primary": true, the provider must set the
# attribute to false where it was true (RFC 7644, 3.5.2). scim-patch leaves both, so which address gets the mail
# depends on who reads first. An identity provider sends exactly this when somebody's main address changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts scim-patch@0.8.3

cat >try.mjs <<'JS'
import { scimPatch } from 'scim-patch';

const user = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'ana',
  emails: [{ type: 'work', value: 'ana@old.example', primary: true }],
};
const { emails } = scimPatch(user, [{ op: 'add', path: 'emails', value: [{ type: 'other', value: 'ana@new.example', primary: true }] }]);
for (const { value, primary } of emails) console.log(value, primary);
JS

cat >expected <<'TEXT'
ana@old.example true
ana@new.example true
TEXT

echo "Node $(node --version), scim-patch@0.8.3"
node try.mjs | tee seen
diff expected seen
