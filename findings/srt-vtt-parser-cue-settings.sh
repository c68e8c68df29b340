#!/usr/bin/env bash
# @plussub/srt-vtt-parser shows a caption for four minutes instead of three seconds: WebVTT lets a cue's times leave
# out the hours and be followed by settings (4.1, WebVTT timestamp and cue settings list), and the colon in line:0 is
# counted as one of the time, so 00:04.000 becomes 240 seconds. Captions pile up over the rest of the video.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @plussub/srt-vtt-parser@2.0.5 webvtt-parser@2.2.0

cat >try.mjs <<'JS'
import { parse } from '@plussub/srt-vtt-parser';
import w3c from 'webvtt-parser';

for (const times of ['00:01.000 --> 00:04.000', '00:01.000 --> 00:04.000 line:0',
  '00:00:01.000 --> 00:00:04.000 line:0']) {
  const captions = `WEBVTT\n\n${times}\nWelcome\n`;
  const [{ from, to }] = parse(captions).entries;
  const [{ startTime, endTime }] = new w3c.WebVTTParser().parse(captions).cues;
  console.log(`${times}: ${from / 1000} to ${to / 1000} seconds, webvtt-parser ${startTime} to ${endTime}`);
}
JS

cat >expected <<'TEXT'
00:01.000 --> 00:04.000: 1 to 4 seconds, webvtt-parser 1 to 4
00:01.000 --> 00:04.000 line:0: 1 to 240 seconds, webvtt-parser 1 to 4
00:00:01.000 --> 00:00:04.000 line:0: 1 to 4 seconds, webvtt-parser 1 to 4
TEXT

echo "Node $(node --version), @plussub/srt-vtt-parser@2.0.5, webvtt-parser@2.2.0"
node try.mjs | tee seen
diff expected seen
