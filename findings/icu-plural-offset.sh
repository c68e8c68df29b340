#!/usr/bin/env bash
# Two readers of ICU messages mishandle a plural with an offset, as in "Ann and 1 guest": "=1" is compared with the
# number itself, the words and # with the number less the offset (ICU, PluralFormat). @ultraq/icu-message-formatter
# takes the offset off first and says "Nobody" of one; icu-minify, made for next-intl with "full ICU support", never
# takes it off. The first also cuts 1.5 to 1. intl-messageformat has all of it right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts \
  @ultraq/icu-message-formatter@0.15.2 icu-minify@4.15.0 intl-messageformat@12.1.5

cat >try.mjs <<'JS'
import { MessageFormatter, pluralTypeHandler } from '@ultraq/icu-message-formatter';
import compile from 'icu-minify/compile';
import format from 'icu-minify/format';
import { IntlMessageFormat } from 'intl-messageformat';

const guests = '{n, plural, offset:1 =0 {Nobody} =1 {Only Ann} one {Ann and # guest} other {Ann and # guests}} came';
const hours = '{n, plural, one {# hour} other {# hours}}';
const formatter = new MessageFormatter('en', { plural: pluralTypeHandler });
const formatters = {
  getDateTimeFormat: (...options) => new Intl.DateTimeFormat(...options),
  getNumberFormat: (...options) => new Intl.NumberFormat(...options),
  getPluralRules: (...options) => new Intl.PluralRules(...options),
};
for (const [message, n] of [[guests, 1], [guests, 2], [guests, 3], [hours, 1.5]]) {
  console.log(`${n}: ${new IntlMessageFormat(message, 'en').format({ n })}`);
  console.log(`  @ultraq/icu-message-formatter: ${formatter.format(message, { n })}`);
  console.log(`  icu-minify: ${format(compile(message), 'en', { n }, { formatters })}`);
}
JS

cat >expected <<'TEXT'
1: Only Ann came
  @ultraq/icu-message-formatter: Nobody came
  icu-minify: Only Ann came
2: Ann and 1 guest came
  @ultraq/icu-message-formatter: Ann and 1 guest came
  icu-minify: Ann and 2 guests came
3: Ann and 2 guests came
  @ultraq/icu-message-formatter: Ann and 2 guests came
  icu-minify: Ann and 3 guests came
1.5: 1.5 hours
  @ultraq/icu-message-formatter: 1 hour
  icu-minify: 1.5 hours
TEXT

echo "Node $(node --version), @ultraq/icu-message-formatter@0.15.2, icu-minify@4.15.0, intl-messageformat@12.1.5"
node try.mjs | tee seen
diff expected seen
