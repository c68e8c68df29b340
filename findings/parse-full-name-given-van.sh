#!/usr/bin/env bash
# parse-full-name leaves people whose given name is Van or Von without a given name: a particle counts as part of the
# surname even in first place. Van is a common Vietnamese given name; lists sorted or greeted by it are wrong.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts parse-full-name@1.2.7

cat >try.mjs <<'JS'
import { parseFullName } from 'parse-full-name';

for (const name of ['Van Nguyen', 'Von Miller', 'Ludwig van Beethoven', 'Kim Nguyen']) {
  const { first, middle, last } = parseFullName(name);
  console.log(JSON.stringify([name, first, middle, last]));
}
JS

cat >expected <<'TEXT'
["Van Nguyen","","","Van Nguyen"]
["Von Miller","","","Von Miller"]
["Ludwig van Beethoven","Ludwig","","van Beethoven"]
["Kim Nguyen","Kim","","Nguyen"]
TEXT

echo "Node $(node --version), parse-full-name@1.2.7"
node try.mjs | tee seen
diff expected seen
