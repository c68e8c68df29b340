#!/usr/bin/env bash
# feed writes its own media type into Atom: the type that the caller gives for an enclosure is replaced by "image/"
# and the file's extension, so a recording is image/mp3 and a report image/pdf, and a picture without extension gets
# "image//photo", which is no media type (RFC 4287, 4.2.7.3; RFC 6838, 4.2). The RSS of the same feed has the right
# types. Players and readers do not offer such files.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts feed@6.0.0

cat >try.mjs <<'JS'
import { Feed } from 'feed';

const link = 'https://firm.example/';
const feed = new Feed({ id: 'urn:x:news', title: 'News', copyright: '', link, updated: new Date(0) });
for (const item of [
  { enclosure: { url: `${link}call.mp3`, length: 12, type: 'audio/mpeg' } },
  { enclosure: { url: `${link}report.pdf`, length: 12, type: 'application/pdf' } },
  { image: { url: `${link}photo`, length: 12, type: 'image/jpeg' } },
])
  feed.addItem({ title: 'Item', link, date: new Date(0), ...item });
for (const [name, xml] of [['Atom', feed.atom1()], ['RSS', feed.rss2()]]) {
  const enclosures = xml.match(/<[^>]*enclosure[^>]*>/gu);
  console.log(`${name}: ${enclosures.map((tag) => tag.match(/type="(.*?)"/u)[1]).join(', ')}`);
}
JS

cat >expected <<'TEXT'
Atom: image/mp3, image/pdf, image//photo
RSS: audio/mpeg, application/pdf, image/jpeg
TEXT

echo "Node $(node --version), feed@6.0.0"
node try.mjs | tee seen
diff expected seen
