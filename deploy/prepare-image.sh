#!/bin/sh
# Turns a checkout into what an image contains: built, with bills of materials, without packages that only the build
# needs, among them the Node for trials. Everything runs on the Node on the PATH.
set -eu
npm run build
node tools/sbom.ts
npm ci --omit=dev --no-audit --no-fund
