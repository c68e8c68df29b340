#!/usr/bin/env bash
# xliff keeps only the last sentence of a text: in XLIFF 2 a unit holds one segment or more (XLIFF 2.1, unit), and tools
# for translators cut texts into sentences, but each segment overwrites the one before, in both languages. A word marked
# as a term (mrk) disappears from its sentence, too. Nothing says so, and what is written back has lost both: here, "Do
# not sell" is gone from a notice to clients.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts xliff@6.4.0

cat >try.mjs <<'JS'
import { js2xliff, xliff2js } from 'xliff';

const read = (...texts) => {
  const segments = texts.map((text) => `<segment>${text}</segment>`).join('');
  return xliff2js(`<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="fr">
    <file id="f"><unit id="u">${segments}</unit></file></xliff>`);
};

const notice = await read(
  '<source>Do not sell. </source><target>Ne vendez pas. </target>',
  '<source>Call us first.</source><target>Appelez-nous.</target>',
);
console.log(JSON.stringify(notice.resources.f.u));
console.log(String(await js2xliff(notice)).match(/<(source|target)>.*/gu).join(' '));
const term = await read('<source>The <mrk id="m" type="term">grantor</mrk> signs.</source>');
console.log(JSON.stringify(term.resources.f.u.source));
JS

cat >expected <<'TEXT'
{"source":"Call us first.","target":"Appelez-nous."}
<source>Call us first.</source> <target>Appelez-nous.</target>
["The ",""," signs."]
TEXT

echo "Node $(node --version), xliff@6.4.0"
node try.mjs | tee seen
diff expected seen
