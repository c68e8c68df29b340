#!/usr/bin/env bash
# subtitle reads WebVTT, and throws where a cue has a name: the identifier before the times may be any text (WebVTT,
# 4.1, cue identifier), and only numbers, as SubRip has them, are accepted. Editors name chapters and speakers there.
# It also throws at a STYLE block (4.1 too), so that captions with their own colors cannot be read at all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts subtitle@4.2.2

cat >try.mjs <<'JS'
import { parseSync } from 'subtitle';

const cue = '00:01.000 --> 00:04.000\nWelcome\n';
for (const [name, body] of [['numbered', `1\n${cue}`], ['named', `opening\n${cue}`],
  ['styled', `STYLE\n::cue { color: white }\n\n${cue}`]]) {
  let seen;
  try {
    seen = JSON.stringify(parseSync(`WEBVTT\n\n${body}`).at(-1).data);
  } catch (error) {
    seen = error.message;
  }
  console.log(`${name}: ${seen}`);
}
JS

cat >expected <<'TEXT'
numbered: {"start":1000,"end":4000,"text":"Welcome"}
named: expected timestamp at row 3, but received: "opening"
styled: expected timestamp at row 3, but received: "STYLE"
TEXT

echo "Node $(node --version), subtitle@4.2.2"
node try.mjs | tee seen
diff expected seen
