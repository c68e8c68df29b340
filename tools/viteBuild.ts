import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from './root.ts';
import type { OnProgress } from './progress.ts';
import { acquireLock } from './services/lock.ts';

const MAX_LINES = 30;
/** What a build depends on besides its folders: settings and the exact versions of packages. */
const SETTINGS = ['package.json', 'package-lock.json', 'tsconfig.json'];

export type BuildResult = 'built' | 'up to date';

/** A build of a workspace; all packages are its input too. */
interface Build {
  /** Folder of the workspace, relative to the root. */
  workspace: string;
  run(): Promise<void>;
}

/**
 * Builds unless the last build was made from the same files. Two processes never build at the same time. Errors of the
 * build are passed on.
 */
export async function buildIfChanged({ workspace, run }: Build, onProgress: OnProgress): Promise<BuildResult> {
  const release = await acquireLock(join(root, 'node_modules/.portico-build'), {
    waitMs: 600_000,
    onWait: () => onProgress('waiting for another build'),
  });
  const stamp = join(root, workspace, 'dist/.inputs');
  try {
    const inputs = hashInputs(workspace);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return 'up to date';
    await run();
    writeFileSync(stamp, inputs);
    return 'built';
  } finally {
    release();
  }
}

/** Runs Vite in a workspace with its vite.config.ts. Throws with Vite's output if it fails. */
export async function runVite(workspace: string, onProgress: OnProgress, signal?: AbortSignal): Promise<void> {
  const folder = join(root, workspace);
  const vite = join(dirname(createRequire(join(folder, 'package.json')).resolve('vite/package.json')), 'bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
    ...(signal && { signal }),
  });
  let output = '';
  const begun = Date.now();
  const elapsed = setInterval(() => onProgress(`${Math.round((Date.now() - begun) / 1000)} s`), 1000);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    const code = await new Promise((done, failed) => {
      child.once('close', done);
      child.once('error', failed);
    });
    if (code !== 0)
      throw new Error(`${workspace} could not be built.\n${output.trim().split('\n').slice(-MAX_LINES).join('\n')}`);
  } finally {
    clearInterval(elapsed);
  }
}

function hashInputs(workspace: string): string {
  const hash = createHash('sha256');
  const files = [
    ...listFiles(join(root, workspace)),
    ...readdirSync(join(root, 'packages')).flatMap((name) => listFiles(join(root, 'packages', name))),
    ...SETTINGS.map((name) => join(root, name)),
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
