#!/usr/bin/env bash
# Two SCIM libraries do not find a person by an attribute's full name: a filter may put the schema's URN in front, and
# should for an extension's attributes such as the employee number (RFC 7644, 3.4.2.2, attrPath, and 3.10). SCIMMY finds
# nobody for both, scim2-parse-filter for the core schema. An identity provider asks so before it creates somebody, and
# then makes a second account. SCIMMY also throws where a filter asks only if a list has values ("emails pr").
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts scimmy@1.3.5 scim2-parse-filter@0.2.10

cat >try.mjs <<'JS'
import { filter, parse } from 'scim2-parse-filter';
import SCIMMY from 'scimmy';

const core = 'urn:ietf:params:scim:schemas:core:2.0:User';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const people = [
  {
    schemas: [core, enterprise],
    userName: 'ann',
    emails: [{ type: 'work', value: 'ann@firm.example' }],
    [enterprise]: { employeeNumber: '701' },
  },
  { schemas: [core], userName: 'bo' },
];
const names = (found) => found.map(({ userName }) => userName).join() || 'nobody';
const found = (search) => {
  try {
    return names(search());
  } catch (error) {
    return error.constructor.name;
  }
};
const fullNames = [`${core}:userName eq "ann"`, `${enterprise}:employeeNumber eq "701"`];
for (const text of ['userName eq "ann"', ...fullNames, 'emails pr']) {
  console.log(text);
  console.log('  scimmy:', found(() => new SCIMMY.Types.Filter(text).match(people)));
  console.log('  scim2-parse-filter:', found(() => people.filter(filter(parse(text)))));
}
JS

cat >expected <<'TEXT'
userName eq "ann"
  scimmy: ann
  scim2-parse-filter: ann
urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ann"
  scimmy: nobody
  scim2-parse-filter: nobody
urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber eq "701"
  scimmy: nobody
  scim2-parse-filter: ann
emails pr
  scimmy: TypeError
  scim2-parse-filter: ann
TEXT

echo "Node $(node --version), scimmy@1.3.5, scim2-parse-filter@0.2.10"
node try.mjs | tee seen
diff expected seen
