import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

export interface Asset {
  type: string;
  body: Buffer;
}

const { resolve } = createRequire(import.meta.url);

const files = {
  '/identity.css': ['text/css; charset=utf-8', new URL('identity.css', import.meta.url)],
  '/identity.svg': ['image/svg+xml', new URL('identity.svg', import.meta.url)],
  '/fonts/serif.woff2': ['font/woff2', resolve('@fontsource/newsreader/files/newsreader-latin-500-normal.woff2')],
  '/fonts/sans.woff2': [
    'font/woff2',
    resolve('@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2'),
  ],
} as const;

/** Files of the pages, by path. */
export async function loadAssets(): Promise<Map<string, Asset>> {
  const entries = Object.entries(files).map(
    async ([path, [type, file]]) => [path, { type, body: await readFile(file) }] as const,
  );
  return new Map(await Promise.all(entries));
}
