#!/usr/bin/env bash
# humanparser takes the surname Ma for a master's degree: the last word is compared with degrees without regard to case,
# and the person is left without a surname. Ma is among the most common Chinese surnames.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts humanparser@2.7.0

cat >try.mjs <<'JS'
import humanparser from 'humanparser';

for (const name of ['Jun Ma', 'Jun Ma Jr.', 'Jun Li']) {
  const { firstName, lastName, suffix } = humanparser.parseName(name);
  console.log(JSON.stringify([name, firstName, lastName, suffix ?? null]));
}
JS

cat >expected <<'TEXT'
["Jun Ma","Jun","","Ma"]
["Jun Ma Jr.","Jun","Ma","Jr."]
["Jun Li","Jun","Li",null]
TEXT

echo "Node $(node --version), humanparser@2.7.0"
node try.mjs | tee seen
diff expected seen
