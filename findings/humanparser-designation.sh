#!/usr/bin/env bash
# humanparser makes an advisor's designation the first name: what follows the comma is taken for the given name unless it
# is on a short list, and CFP, CFA and ChFC are not, so a mail begins with "Dear CFP".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts humanparser@2.7.0

cat >try.mjs <<'JS'
import humanparser from 'humanparser';

for (const name of ['Ana Ruiz, CFP', 'Ana Ruiz III, CFA', 'Ana Ruiz, ChFC', 'Ana Ruiz, PhD', 'Ruiz, Ana']) {
  const { firstName, lastName, suffix } = humanparser.parseName(name);
  console.log(`${name}: first ${firstName}, last ${lastName}, suffix ${suffix}`);
}
JS

cat >expected <<'TEXT'
Ana Ruiz, CFP: first CFP, last Ana Ruiz, suffix undefined
Ana Ruiz III, CFA: first CFA, last Ana Ruiz, suffix III
Ana Ruiz, ChFC: first ChFC, last Ana Ruiz, suffix undefined
Ana Ruiz, PhD: first Ana, last Ruiz, suffix PhD
Ruiz, Ana: first Ana, last Ruiz, suffix undefined
TEXT

echo "Node $(node --version), humanparser@2.7.0"
node try.mjs | tee seen
diff expected seen
