#!/usr/bin/env bash
# scim2-parse-filter does not decode \u escapes. The value of a SCIM filter is a JSON string (RFC 7644, 3.4.2.2), so a
# client whose JSON writer keeps to ASCII sends "Ren\u00e9"; the parser then looks for those ten characters, and the
# person is not found. It does decode \".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts scim2-parse-filter@0.2.10

cat >try.mjs <<'JS'
import { parse } from 'scim2-parse-filter';

console.log(parse('name.givenName eq "René"').compValue);
console.log(parse(String.raw`name.givenName eq "Ren\u00e9"`).compValue, JSON.parse(String.raw`"Ren\u00e9"`));
console.log(parse(String.raw`name.nickName eq "Ann \"Annie\""`).compValue);
JS

cat >expected <<'TEXT'
René
Ren\u00e9 René
Ann "Annie"
TEXT

echo "Node $(node --version), scim2-parse-filter@0.2.10"
node try.mjs | tee seen
diff expected seen
