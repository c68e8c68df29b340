#!/usr/bin/env bash
# numfmt 4 cannot be loaded with require(): its package.json names dist/index.cjs and dist/index.d.cts, which are not in
# the package. import works, because "default" names a file that exists. It hurts programs in CommonJS that update from
# version 3, where require() works.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts numfmt@4.0.1 numfmt-3@npm:numfmt@3.2.6

cat >try.cjs <<'JS'
const { existsSync } = require('node:fs');
for (const name of ['numfmt-3', 'numfmt']) {
  try {
    console.log(name, 'require', require(name).format('#,##0.00', 1234.5));
  } catch (error) {
    console.log(name, 'require', error.code);
  }
}
import('numfmt').then(({ format }) => {
  console.log('numfmt import', format('#,##0.00', 1234.5));
  for (const file of ['index.cjs', 'index.d.cts']) console.log(file, existsSync(`node_modules/numfmt/dist/${file}`));
});
JS

cat >expected <<'TEXT'
numfmt-3 require 1,234.50
numfmt require MODULE_NOT_FOUND
numfmt import 1,234.50
index.cjs false
index.d.cts false
TEXT

echo "Node $(node --version), numfmt@4.0.1 and numfmt@3.2.6"
node try.cjs | tee seen
diff expected seen
