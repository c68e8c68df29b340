#!/bin/sh
# Turns a checkout into what an image contains: built, with bills of materials, without packages that only the build
# needs.
set -eu
npm run build
node_modules/.bin/node tools/sbom.ts
npm ci --omit=dev --no-audit --no-fund
