#!/usr/bin/env bash
# node-html-markdown joins the lines of a table cell: br is a line break and a paragraph starts on its own (HTML
# standard, 4.5.27 and 4.4.1), and in a cell both are dropped without even a space. "10" above "000 free" becomes
# "10000 free", and every address loses a word. Markdown allows <br> in a cell. Outside of tables both are kept.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts node-html-markdown@2.0.0

cat >try.mjs <<'JS'
import { NodeHtmlMarkdown } from 'node-html-markdown';

for (const lines of ['1 Main St<br>Boston', '<p>First 10</p><p>000 free</p>']) {
  const table = `<table><tr><th>Office</th></tr><tr><td>${lines}</td></tr></table>`;
  console.log(`in a cell: ${NodeHtmlMarkdown.translate(table).split('\n').at(-1)}`);
  console.log(`outside: ${JSON.stringify(NodeHtmlMarkdown.translate(`<div>${lines}</div>`))}`);
}
JS

cat >expected <<'TEXT'
in a cell: | 1 Main StBoston |
outside: "1 Main St  \nBoston"
in a cell: | First 10000 free |
outside: "First 10\n\n000 free"
TEXT

echo "Node $(node --version), node-html-markdown@2.0.0"
node try.mjs | tee seen
diff expected seen
