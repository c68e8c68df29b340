import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from '../root.ts';
import type { Tell } from '../progress.ts';
import { acquireLock } from '../services/lock.ts';
import { compressSidebar } from './sidebarBundle.ts';

const folder = join(root, 'apps/web');
const sidebar = join(root, 'packages/sidebar');
const stamp = join(folder, 'dist/.inputs');
const MAX_LINES = 30;

/**
 * Builds the front end, and the sidebar for foreign pages beside it, unless the last build was made from the same
 * files. Throws with Vite's output when it fails.
 */
export async function buildWebApp(tell: Tell, signal?: AbortSignal): Promise<'built' | 'up to date'> {
  const release = await acquireLock(join(root, 'node_modules/.portico-build'), {
    waitMs: 120_000,
    onWait: () => tell('waiting for another build'),
  });
  try {
    const inputs = hashInputs();
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return 'up to date';
    await runVite(folder, tell, signal);
    await runVite(sidebar, tell, signal);
    compressSidebar();
    writeFileSync(stamp, inputs);
    return 'built';
  } finally {
    release();
  }
}

/** Everything a build can depend on: our own sources, the settings beside them and the exact dependencies. */
function hashInputs(): string {
  const hash = createHash('sha256');
  const files = [
    ...listFiles(folder),
    ...readdirSync(join(root, 'packages')).flatMap((name) => listFiles(join(root, 'packages', name))),
    ...['package.json', 'package-lock.json', 'tsconfig.json'].map((name) => join(root, name)),
  ];
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function listFiles(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'dist'].includes(name) && !/\.(test|spec)\.tsx?$/.test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(join(path, entry.name)) : [join(path, entry.name)]));
}

async function runVite(workspace: string, tell: Tell, signal?: AbortSignal): Promise<void> {
  const vite = join(
    dirname(createRequire(join(workspace, 'package.json')).resolve('vite/package.json')),
    'bin/vite.js',
  );
  const child = spawn(process.execPath, [vite, 'build'], {
    cwd: workspace,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
    ...(signal && { signal }),
  });
  let output = '';
  const begun = Date.now();
  const elapsed = setInterval(() => tell(`${Math.round((Date.now() - begun) / 1000)} s`), 1000);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    const code = await new Promise((done, failed) => {
      child.once('close', done);
      child.once('error', failed);
    });
    if (code !== 0)
      throw new Error(
        `The front end could not be built (${workspace.slice(root.length + 1)}).\n${output.trim().split('\n').slice(-MAX_LINES).join('\n')}`,
      );
  } finally {
    clearInterval(elapsed);
  }
}
