#!/usr/bin/env bash
# @extractus/feed-extractor reads text that looks like a number as one: the title "Release 1.10" is right, but "1.10"
# becomes "1.1", the guid "0012" becomes "12" and "1e3" becomes "1000". In RSS 2.0 all of them are text, and a guid is
# a string that names the item. Two items whose ids differ only in zeros become one. rss-parser keeps them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @extractus/feed-extractor@8.0.3 rss-parser@3.13.0

cat >try.mjs <<'JS'
import { extractFromXml } from '@extractus/feed-extractor';
import Parser from 'rss-parser';

for (const [title, guid] of [['Release 1.10', 'r-0012'], ['1.10', '0012'], ['1e3', '12']]) {
  const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>
<link>https://firm.example/</link><description>News</description>
<item><title>${title}</title><guid isPermaLink="false">${guid}</guid></item></channel></rss>`;
  const [entry] = extractFromXml(feed).entries;
  const { items: [item] } = await new Parser().parseString(feed);
  console.log(`${title}, ${guid}: ${entry.title}, ${entry.id}; rss-parser ${item.title}, ${item.guid}`);
}
JS

cat >expected <<'TEXT'
Release 1.10, r-0012: Release 1.10, r-0012; rss-parser Release 1.10, r-0012
1.10, 0012: 1.1, 12; rss-parser 1.10, 0012
1e3, 12: 1000, 12; rss-parser 1e3, 12
TEXT

echo "Node $(node --version), @extractus/feed-extractor@8.0.3, rss-parser@3.13.0"
node try.mjs | tee seen
diff expected seen
