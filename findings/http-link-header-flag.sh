#!/usr/bin/env bash
# http-link-header loses a link whose attribute has no value: RFC 8288 (3) allows a parameter without "=", and then
# the name of the next one is read as "experimental; rel", so that no relation is found. Clients that follow "next"
# through the pages of a list stop after the first page, without an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts http-link-header@1.1.4

cat >try.mjs <<'JS'
import LinkHeader from 'http-link-header';

for (const header of ['</list?page=2>; rel=next', '</list?page=2>; rel=next; experimental',
  '</list?page=2>; experimental; rel=next']) {
  const links = LinkHeader.parse(header);
  console.log(`${header}: ${links.rel('next').length} found, ${JSON.stringify(links.refs[0])}`);
}
JS

cat >expected <<'TEXT'
</list?page=2>; rel=next: 1 found, {"uri":"/list?page=2","rel":"next"}
</list?page=2>; rel=next; experimental: 1 found, {"uri":"/list?page=2","rel":"next","experimental":""}
</list?page=2>; experimental; rel=next: 0 found, {"uri":"/list?page=2","experimental; rel":"next"}
TEXT

echo "Node $(node --version), http-link-header@1.1.4"
node try.mjs | tee seen
diff expected seen
