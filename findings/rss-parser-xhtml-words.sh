#!/usr/bin/env bash
# rss-parser changes the order of the words in an Atom entry: content of type xhtml is markup (RFC 4287, 4.1.3.3), and
# text that stands between elements is gathered and put in front of them, so "Do not sell. Buy on Friday." becomes
# another sentence. feedsmith keeps the order. Readers of a feed see advice that nobody wrote.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts rss-parser@3.13.0 feedsmith@3.0.1

cat >try.mjs <<'JS'
import { parseAtomFeed } from 'feedsmith';
import Parser from 'rss-parser';

const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><id>urn:x:news</id><updated>2026-11-30T10:00:00Z</updated>
<author><name>Ann Reed</name></author>
<entry><id>urn:x:1</id><title>Note</title><updated>2026-11-30T10:00:00Z</updated><content type="xhtml">
<div xmlns="http://www.w3.org/1999/xhtml"><p>Do <em>not</em> sell. <em>Buy</em> on Friday.</p></div>
</content></entry></feed>`;
const { items: [item] } = await new Parser().parseString(feed);
console.log(`rss-parser: ${item.contentSnippet.trim()}`);
console.log(`feedsmith: ${parseAtomFeed(feed).entries[0].content.value}`);
JS

cat >expected <<'TEXT'
rss-parser: Do  sell.  on Friday.notBuy
feedsmith: <p>Do <em>not</em> sell. <em>Buy</em> on Friday.</p>
TEXT

echo "Node $(node --version), rss-parser@3.13.0, feedsmith@3.0.1"
node try.mjs | tee seen
diff expected seen
