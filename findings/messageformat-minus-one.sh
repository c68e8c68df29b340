#!/usr/bin/env bash
# @messageformat/core says "-1 points": CLDR's plural rules take the absolute value of a number (UTS 35 part 3, Plural
# Operand Meanings), so -1 is "one" in English, as Intl.PluralRules and intl-messageformat say. Changes of rates and
# balances are written with the wrong word, and other languages choose between more.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @messageformat/core@3.4.1 intl-messageformat@12.1.5

cat >try.mjs <<'JS'
import MessageFormat from '@messageformat/core';
import { IntlMessageFormat } from 'intl-messageformat';

const message = '{n, plural, one {# point} other {# points}}';
const compiled = new MessageFormat('en').compile(message);
for (const n of [1, -1, -2]) {
  const expected = new IntlMessageFormat(message, 'en').format({ n });
  const rule = new Intl.PluralRules('en').select(n);
  console.log(`${n}: ${compiled({ n })}; intl-messageformat ${expected}, Intl.PluralRules ${rule}`);
}
JS

cat >expected <<'TEXT'
1: 1 point; intl-messageformat 1 point, Intl.PluralRules one
-1: -1 points; intl-messageformat -1 point, Intl.PluralRules one
-2: -2 points; intl-messageformat -2 points, Intl.PluralRules other
TEXT

echo "Node $(node --version), @messageformat/core@3.4.1, intl-messageformat@12.1.5"
node try.mjs | tee seen
diff expected seen
