import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';

/** The sidebar for foreign pages, as `packages/sidebar/vite.config.ts` builds it and the server sends it. */
const bundle = join(root, 'apps/web/dist/sidebar/portico-sidebar.js');

/** Maximum size as sent, React included. Source: docs/sidebar.md. */
export const SIDEBAR_LIMIT = 110_000;

/** Writes a `.br` and a `.gz` next to the bundle, so that the server need not compress it. */
export function compressSidebar(): void {
  const source = readFileSync(bundle);
  writeFileSync(
    `${bundle}.br`,
    brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: source.length } }),
  );
  writeFileSync(`${bundle}.gz`, gzipSync(source, { level: 9 }));
}

/** The size of the bundle in bytes as sent (Brotli). */
export function measureSidebar(): number {
  return statSync(`${bundle}.br`).size;
}
