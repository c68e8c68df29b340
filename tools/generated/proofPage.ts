import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../root.ts';

const folder = join(root, 'tools/proofs/page');

/** The page that verifies receipts from a folder: one file with its script, which its policy keeps off the network. */
export async function proofPage(): Promise<string> {
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'baseline-widely-available',
      // People should be able to read what they trust.
      minify: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(folder, 'page.ts') },
    },
  });
  const [chunk] = 'output' in built ? built.output : [];
  if (chunk?.type !== 'chunk') throw new Error('The page of proofs has no script.');
  const script = `\n${chunk.code}`;
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'`;
  return readFileSync(join(folder, 'page.html'), 'utf8')
    .replace('__POLICY__', () => policy)
    .replace('\n__SCRIPT__', () => script);
}
