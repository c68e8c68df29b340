#!/usr/bin/env bash
# A statement without line breaks is no longer read: in OFX 1 a value ends where the next tag begins (OFX 1.6, 2.3.2),
# so banks may write several elements on one line. ofx-data-extractor builds JSON line by line and ends with an error
# of the JSON parser, which names nothing in the statement; with one element a line, the same content is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ofx-data-extractor@1.5.0

cat >try.mjs <<'JS'
import { Ofx } from 'ofx-data-extractor';

const statement = (lines, before = []) =>
  [
    'OFXHEADER:100', 'DATA:OFXSGML', 'VERSION:102', 'SECURITY:NONE', 'ENCODING:USASCII', 'CHARSET:1252',
    'COMPRESSION:NONE', 'OLDFILEUID:NONE', 'NEWFILEUID:NONE', '',
    '<OFX>', '<BANKMSGSRSV1>', '<STMTTRNRS>', '<STMTRS>', ...before, '<BANKTRANLIST>', ...lines, '</BANKTRANLIST>', '</STMTRS>',
    '</STMTTRNRS>', '</BANKMSGSRSV1>', '</OFX>', '',
  ].join('\n');

const entry = (id) => ['<STMTTRN>', '<TRNTYPE>DEBIT', '<DTPOSTED>20260212', '<TRNAMT>-12.10', `<FITID>${id}`, '</STMTTRN>'];
const account = ['<BANKACCTFROM>', '<BANKID>021000021', '<ACCTID>0012345678', '<ACCTTYPE>CHECKING', '</BANKACCTFROM>'];
for (const [form, separator] of [['one element a line', '\n'], ['the account on one line', '']]) {
  try {
    const entries = new Ofx(statement([...entry(1), ...entry(2)], [account.join(separator)])).getBankTransferList();
    console.log(`${form}: ${entries.length} entries`);
  } catch (error) {
    console.log(`${form}: ${error.constructor.name}`);
  }
}
JS

cat >expected <<'TEXT'
one element a line: 2 entries
the account on one line: SyntaxError
TEXT

echo "Node $(node --version), ofx-data-extractor@1.5.0"
node try.mjs | tee seen
diff expected seen
