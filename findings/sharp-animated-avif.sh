#!/usr/bin/env bash
# sharp (libvips) rejects an animated AVIF picture as an "unsupported image format". Such a file begins with the brand
# "avis" and also contains its first frame as a still picture, named by the brand "avif" (AVIF 1.2, 6.2 and 6.3), which
# browsers show. libvips looks only at the first brand. It hurts people whose phone or screen recorder writes AVIF
# animations. Here, a still picture gets that first brand; its list of brands still names "avif".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts sharp@0.35.5

cat >try.mjs <<'JS'
import sharp from 'sharp';

const still = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#08f' } }).avif().toBuffer();
const animated = Buffer.from(still);
animated.write('avis', 8, 'latin1');
for (const [name, bytes] of Object.entries({ avif: still, avis: animated })) {
  try {
    const { width, height } = await sharp(bytes).metadata();
    console.log(name, `${width}x${height}`);
  } catch (error) {
    console.log(name, error.message);
  }
}
JS

cat >expected <<'TEXT'
avif 40x30
avis Input buffer contains unsupported image format
TEXT

echo "Node $(node --version), sharp@0.35.5"
node try.mjs | tee seen
diff expected seen
