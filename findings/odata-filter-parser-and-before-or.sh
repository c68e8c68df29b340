#!/usr/bin/env bash
# odata-filter-parser reads another filter than the one that was sent: "and" binds more tightly than "or" (OData 4.01
# part 2, Operator Precedence), but "a and b or c" becomes "a and (b or c)", as its own serialize() says. A negative
# number is read as 0 and true as null, and of the two apostrophes that stand for one in a text (OData's ABNF,
# SQUOTE-in-string) both stay, so nobody is called O'Brien. Lists show the wrong people. odata-filter-to-ast reads all
# of it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts odata-filter-parser@0.6.5 odata-filter-to-ast@4.0.0

cat >try.cjs <<'JS'
const { Parser } = require('odata-filter-parser');
const { parseFilter } = require('odata-filter-to-ast');

const words = { AndExpr: 'and', OrExpr: 'or', EqExpr: 'eq', LtExpr: 'lt' };
const show = ({ type, left, right, value }) => {
  if (left) return `(${show(left)} ${words[type]} ${show(right)})`;
  return type === 'Primitive' ? JSON.stringify(value) : value;
};

const people = "city eq 'Boston' and team eq 'Tax' or city eq 'Lyon'";
console.log('odata-filter-parser:', Parser.parse(people).serialize());
console.log('odata-filter-to-ast:', show(parseFilter(people)));
for (const filter of ['change lt -1.5', 'active eq true', "name eq 'O''Brien'"])
  console.log(`${filter}: ${JSON.stringify(Parser.parse(filter).value)}, ${show(parseFilter(filter).right)}`);
JS

cat >expected <<'TEXT'
odata-filter-parser: ((city eq 'Boston') and ((team eq 'Tax') or (city eq 'Lyon')))
odata-filter-to-ast: (((city eq "Boston") and (team eq "Tax")) or (city eq "Lyon"))
change lt -1.5: 0, -1.5
active eq true: null, true
name eq 'O''Brien': "O''Brien", "O'Brien"
TEXT

echo "Node $(node --version), odata-filter-parser@0.6.5, odata-filter-to-ast@4.0.0"
node try.cjs | tee seen
diff expected seen
