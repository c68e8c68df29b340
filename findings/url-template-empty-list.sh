#!/usr/bin/env bash
# url-template writes a parameter that is not there: for RFC 6570 (2.3) a list without values is undefined, and only
# defined variables are expanded (3.2.8). url-template writes "?status=", which a server takes as a filter by the
# empty status, so a list without a filter comes back empty; with the explode modifier * it writes nothing, as
# uri-templates does for all forms.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts url-template@3.1.1 uri-templates@0.2.0

cat >try.mjs <<'JS'
import { parseTemplate } from 'url-template';
import uriTemplates from 'uri-templates';

for (const template of ['/list{?status}', '/list{?status*}', '/list{;status}', '/list{?status,page}'])
  for (const values of [{ status: ['open'], page: 2 }, { status: [], page: 2 }])
    console.log(`${template} of ${JSON.stringify(values.status)}: ${parseTemplate(template).expand(values)}, ` +
      `uri-templates ${uriTemplates(template).fill(values)}`);
JS

cat >expected <<'TEXT'
/list{?status} of ["open"]: /list?status=open, uri-templates /list?status=open
/list{?status} of []: /list?status=, uri-templates /list
/list{?status*} of ["open"]: /list?status=open, uri-templates /list?status=open
/list{?status*} of []: /list, uri-templates /list
/list{;status} of ["open"]: /list;status=open, uri-templates /list;status=open
/list{;status} of []: /list;status=, uri-templates /list
/list{?status,page} of ["open"]: /list?status=open&page=2, uri-templates /list?status=open&page=2
/list{?status,page} of []: /list?status=&page=2, uri-templates /list?page=2
TEXT

echo "Node $(node --version), url-template@3.1.1, uri-templates@0.2.0"
node try.mjs | tee seen
diff expected seen
