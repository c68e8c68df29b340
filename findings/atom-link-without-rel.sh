#!/usr/bin/env bash
# Two readers of Atom take the wrong link for an entry: a link without rel is the page itself, as if rel="alternate"
# stood there (RFC 4287, 4.2.7.2). rss-parser and @extractus/feed-extractor take whichever link is first, be it the
# address of the entry's XML or of a recording. People who follow the headline land there. @rowanmanning/feed-parser
# has the page.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts \
  rss-parser@3.13.0 @extractus/feed-extractor@8.0.3 @rowanmanning/feed-parser@2.1.5

cat >try.mjs <<'JS'
import { extractFromXml } from '@extractus/feed-extractor';
import { parseFeed } from '@rowanmanning/feed-parser';
import Parser from 'rss-parser';

for (const rel of ['self', 'enclosure']) {
  const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><id>urn:x:news</id><updated>2026-11-30T10:00:00Z</updated>
<author><name>Ann Reed</name></author>
<entry><id>urn:x:1</id><title>Note</title><updated>2026-11-30T10:00:00Z</updated>
<link rel="${rel}" href="https://firm.example/${rel}"/><link href="https://firm.example/page"/></entry></feed>`;
  const { items: [item] } = await new Parser().parseString(feed);
  console.log(`rss-parser: ${item.link}`);
  console.log(`@extractus/feed-extractor: ${extractFromXml(feed).entries[0].link}`);
  console.log(`@rowanmanning/feed-parser: ${parseFeed(feed).items[0].url}`);
}
JS

cat >expected <<'TEXT'
rss-parser: https://firm.example/self
@extractus/feed-extractor: https://firm.example/self
@rowanmanning/feed-parser: https://firm.example/page
rss-parser: https://firm.example/enclosure
@extractus/feed-extractor: https://firm.example/enclosure
@rowanmanning/feed-parser: https://firm.example/page
TEXT

echo "Node $(node --version), rss-parser@3.13.0, @extractus/feed-extractor@8.0.3, @rowanmanning/feed-parser@2.1.5"
node try.mjs | tee seen
diff expected seen
