#!/usr/bin/env bash
# A floor written after the street takes the city's first word: parse-address reads "Floor, New York" as unit "New" in
# the city "York", and the floor's number as part of the street. The postal service writes "FL 39" (Publication 28,
# C2), but letterheads write "39th Floor". Whoever groups offices by city gets a city that does not exist.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts parse-address@1.1.2

cat >try.mjs <<'JS'
import parser from 'parse-address';

for (const address of ['245 Park Ave Fl 39, New York, NY 10167', '245 Park Ave 39th Floor, New York, NY 10167', '60 State St 7th Floor, Boston, MA 02109']) {
  const { street, sec_unit_type: type, sec_unit_num: unit, city } = parser.parseLocation(address);
  console.log(`${address}: street ${street}, ${type} ${unit}, city ${city}`);
}
JS

cat >expected <<'TEXT'
245 Park Ave Fl 39, New York, NY 10167: street Park, Fl 39, city New York
245 Park Ave 39th Floor, New York, NY 10167: street Park Ave 39th, Floor New, city York
60 State St 7th Floor, Boston, MA 02109: street State St 7th, Floor Bosto, city n
TEXT

echo "Node $(node --version), parse-address@1.1.2"
node try.mjs | tee seen
diff expected seen
