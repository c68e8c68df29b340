#!/usr/bin/env bash
# Two readers of mail spoil a subject that was folded: unfolding removes the line break and nothing else (RFC 5322,
# 2.2.3), and mailers fold every long subject. eml-parse-js removes the space too, so "Quarterly review" becomes one
# word; eml-format returns the line break as part of the subject and drops the space behind it. Lists and searches by
# subject miss such mail.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts eml-parse-js@1.1.15 eml-format@0.6.1 postal-mime@4.0.0

cat >try.mjs <<'JS'
import { promisify } from 'node:util';
import emlFormat from 'eml-format';
import { readEml } from 'eml-parse-js';
import PostalMime from 'postal-mime';

const mail = [
  'Date: Mon, 30 Nov 2026 10:00:00 -0500', 'From: ann@firm.example', 'Subject: Quarterly', ' review of all plans',
  'MIME-Version: 1.0', 'Content-Type: text/plain', '', 'Hello', '',
].join('\r\n');
console.log(`eml-parse-js: ${JSON.stringify(readEml(mail).subject)}`);
console.log(`eml-format: ${JSON.stringify((await promisify(emlFormat.read)(mail)).subject)}`);
console.log(`postal-mime: ${JSON.stringify((await PostalMime.parse(mail)).subject)}`);
JS

cat >expected <<'TEXT'
eml-parse-js: "Quarterlyreview of all plans"
eml-format: "Quarterly\r\nreview of all plans"
postal-mime: "Quarterly review of all plans"
TEXT

echo "Node $(node --version), eml-parse-js@1.1.15, eml-format@0.6.1, postal-mime@4.0.0"
node try.mjs | tee seen
diff expected seen
