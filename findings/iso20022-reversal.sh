#!/usr/bin/env bash
# iso20022.js reads a reversal as an ordinary payment: in camt.053 RvslInd says that an entry takes back an earlier
# one (ISO 20022, ReversalIndicator, an xs:boolean), and "true" and "1" both come out as reversal: false. A returned
# payment then counts as a second one, and nothing in the result says otherwise.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts iso20022.js@0.0.15

cat >try.mjs <<'JS'
import { CashManagementEndOfDayReport } from 'iso20022.js';

const entry = (amount, reversal = '') => `<Ntry><NtryRef>1</NtryRef><Amt Ccy="USD">${amount}</Amt>
<CdtDbtInd>DBIT</CdtDbtInd>${reversal}<Sts>BOOK</Sts><BookgDt><Dt>2026-11-30</Dt></BookgDt>
<ValDt><Dt>2026-11-30</Dt></ValDt><BkTxCd><Prtry><Cd>142</Cd></Prtry></BkTxCd></Ntry>`;
const statement = (account, entries) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-30T10:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>2026-11-30T10:00:00</CreDtTm>
<FrToDt><FrDtTm>2026-11-29T00:00:00</FrDtTm><ToDtTm>2026-11-30T00:00:00</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>USD</Ccy><Ownr><Nm>Ann Reed</Nm></Ownr>
<Svcr><FinInstnId><BIC>BANKUS33</BIC></FinInstnId></Svcr></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<Dt><Dt>2026-11-30</Dt></Dt></Bal>${entries}</Stmt></BkToCstmrStmt></Document>`;

for (const reversal of ['', 'false', '1', 'true']) {
  const entries = entry('12.50', reversal && `<RvslInd>${reversal}</RvslInd>`);
  const [{ entries: [read] }] = CashManagementEndOfDayReport.fromXML(statement('A1', entries)).statements;
  console.log(`${reversal || 'none'}: reversal ${read.reversal}, ${read.creditDebitIndicator} of ${read.amount} cents`);
}
JS

cat >expected <<'TEXT'
none: reversal false, debit of 1250 cents
false: reversal false, debit of 1250 cents
1: reversal false, debit of 1250 cents
true: reversal false, debit of 1250 cents
TEXT

echo "Node $(node --version), iso20022.js@0.0.15"
node try.mjs | tee seen
diff expected seen
