#!/usr/bin/env bash
# iso20022.js drops the zeros at the front of an account number: in camt.053 the identification under Acct/Id/Othr/Id
# is text (Max34Text), and American account numbers often begin with zeros. It is read as a number and turned back
# into text, so the statement belongs to no known account, or to the one of another client whose number has no zeros.
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

for (const account of ['US-12', '123456789', '000123456789']) {
  const [{ account: read }] = CashManagementEndOfDayReport.fromXML(statement(account, entry('1.00'))).statements;
  console.log(`${account}: ${read.accountNumber}`);
}
JS

cat >expected <<'TEXT'
US-12: US-12
123456789: 123456789
000123456789: 123456789
TEXT

echo "Node $(node --version), iso20022.js@0.0.15"
node try.mjs | tee seen
diff expected seen
