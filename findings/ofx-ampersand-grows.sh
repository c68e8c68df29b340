#!/usr/bin/env bash
# A reader of bank statements makes an ampersand longer: OFX writes & in a payee as &amp; (OFX 1.6, 2.3.2.1), which
# node-ofx-parser returns as &amp;amp;amp; and ofx-data-extractor leaves as it is; ofx-js returns the character. A
# payee like "Reed & Cole" then matches nothing, and a file that is written again grows with every pass.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ofx-js@1.1.1 node-ofx-parser@0.5.1 ofx-data-extractor@1.5.0

cat >try.mjs <<'JS'
import { parse as parseOfxJs } from 'ofx-js';
import nodeOfxParser from 'node-ofx-parser';
import { Ofx } from 'ofx-data-extractor';

const statement = (lines, before = []) =>
  [
    'OFXHEADER:100', 'DATA:OFXSGML', 'VERSION:102', 'SECURITY:NONE', 'ENCODING:USASCII', 'CHARSET:1252',
    'COMPRESSION:NONE', 'OLDFILEUID:NONE', 'NEWFILEUID:NONE', '',
    '<OFX>', '<BANKMSGSRSV1>', '<STMTTRNRS>', '<STMTRS>', ...before, '<BANKTRANLIST>', ...lines, '</BANKTRANLIST>', '</STMTRS>',
    '</STMTTRNRS>', '</BANKMSGSRSV1>', '</OFX>', '',
  ].join('\n');

const file = statement([
  '<STMTTRN>', '<TRNTYPE>DEBIT', '<DTPOSTED>20260212', '<TRNAMT>-12.10', '<FITID>1', '<NAME>Reed &amp; Cole', '</STMTTRN>',
  '<STMTTRN>', '<TRNTYPE>DEBIT', '<DTPOSTED>20260213', '<TRNAMT>-5.00', '<FITID>2', '<NAME>Parking', '</STMTTRN>',
]);
const payee = ({ OFX }, list) => OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS.BANKTRANLIST[list][0].NAME;
console.log('ofx-js', payee(await parseOfxJs(file), 'STMTTRN'));
console.log('node-ofx-parser', payee(nodeOfxParser.parse(file), 'STMTTRN'));
console.log('ofx-data-extractor', new Ofx(file).getBankTransferList()[0].NAME);
JS

cat >expected <<'TEXT'
ofx-js Reed & Cole
node-ofx-parser Reed &amp;amp;amp; Cole
ofx-data-extractor Reed &amp; Cole
TEXT

echo "Node $(node --version), ofx-js@1.1.1, node-ofx-parser@0.5.1, ofx-data-extractor@1.5.0"
node try.mjs | tee seen
diff expected seen
