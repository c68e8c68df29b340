#!/usr/bin/env bash
# turndown-plugin-gfm moves the values of a table: a | in a cell has to be escaped (GitHub Flavored Markdown, 4.10),
# and it is written as it is. The row gets another cell, and readers drop what is too much, so a rate disappears from
# the table and part of the name takes its place. node-html-markdown escapes it. Read here with marked.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts \
  turndown@7.2.5 turndown-plugin-gfm@1.0.2 node-html-markdown@2.0.0 marked@18.2.1

cat >try.mjs <<'JS'
import { marked } from 'marked';
import { NodeHtmlMarkdown } from 'node-html-markdown';
import TurndownService from 'turndown';
import { gfm } from 'turndown-plugin-gfm';

const html = `<table><thead><tr><th>Plan</th><th>Rate</th></tr></thead>
<tbody><tr><td>Bond | fund</td><td>5%</td></tr></tbody></table>`;
const service = new TurndownService();
service.use(gfm);
const cells = (markdown) => [...marked.parse(markdown).matchAll(/<td>(.*?)<\/td>/gu)].map(([, text]) => text);
console.log(`turndown-plugin-gfm: ${JSON.stringify(cells(service.turndown(html)))}`);
console.log(`node-html-markdown: ${JSON.stringify(cells(NodeHtmlMarkdown.translate(html)))}`);
JS

cat >expected <<'TEXT'
turndown-plugin-gfm: ["Bond","fund"]
node-html-markdown: ["Bond | fund","5%"]
TEXT

echo "Node $(node --version), turndown@7.2.5, turndown-plugin-gfm@1.0.2, node-html-markdown@2.0.0, marked@18.2.1"
node try.mjs | tee seen
diff expected seen
