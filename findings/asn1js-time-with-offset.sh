#!/usr/bin/env bash
# asn1js reads a time weeks too early: a GeneralizedTime may end in its distance from UTC instead of in Z (X.680, 46),
# and 9:30 on November 17 at -0500, which is 14:30 UTC, comes out as 4:30 on November 4, without an error. The distance
# is added where it has to be taken away, and a day of the week becomes the day of the month. Certificates and RFC 3161
# ask for Z, which is read well; other archives need not, and the years that records are kept count from such times.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts asn1js@4.0.0

cat >try.mjs <<'JS'
import { fromBER } from 'asn1js';

const GENERALIZED_TIME = 0x18;
for (const text of ['20261117143000Z', '20261117093000-0500', '20261117153000+0100', '20261130093000-0500']) {
  const { result } = fromBER(Uint8Array.from([GENERALIZED_TIME, text.length, ...Buffer.from(text)]));
  console.log(text, result.toDate().toISOString());
}
JS

cat >expected <<'TEXT'
20261117143000Z 2026-11-17T14:30:00.000Z
20261117093000-0500 2026-11-04T04:30:00.000Z
20261117153000+0100 2026-11-04T16:30:00.000Z
20261130093000-0500 2026-11-03T04:30:00.000Z
TEXT

echo "Node $(node --version), asn1js@4.0.0"
TZ=UTC node try.mjs | tee seen
diff expected seen
