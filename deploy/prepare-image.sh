#!/bin/sh
# Makes a checkout what an image contains: built, with its bills of materials, without packages that only building needs.
set -eu
npm run build
node_modules/.bin/node tools/sbom.ts
npm ci --omit=dev --no-audit --no-fund
