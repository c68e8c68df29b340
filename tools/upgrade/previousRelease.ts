import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { git, RELEASE_SUBJECT } from '../release/release.ts';

/** Installing and building take less than a minute on two idle cores. */
const INSTALL_TIMEOUT_MS = 900_000;

export interface PreviousRelease {
  commit: string;
  /** The name for messages. */
  name: string;
}

/**
 * The commit of the release before the current state: the newest one that `npm run release` made, except for HEAD.
 * Found by its subject, because a clone may lack tags. Throws with the reason if this clone lacks the history.
 */
export function findPreviousRelease(repository: string): PreviousRelease {
  const ask = (...args: string[]): string => {
    try {
      return git(repository, ...args);
    } catch {
      return '';
    }
  };
  const isShallow = ask('rev-parse', '--is-shallow-repository');
  if (isShallow === '') throw new Error('this folder is not a clone of the repository, or git is missing');
  if (isShallow === 'true') throw new Error('the clone is shallow; run git fetch --unshallow to get its history');
  const pattern = String.raw`--grep=^${RELEASE_SUBJECT}[0-9]+\.[0-9]+\.[0-9]+`;
  const mentions = ask('log', '--format=%H %s', '--extended-regexp', pattern, 'HEAD^').split('\n');
  // A line of any commit's message can begin like the subject of a release.
  const release = mentions.find((line) => /^\S+ Release \d+\.\d+\.\d+\S*$/.test(line)) ?? '';
  const [commit = '', name = ''] = release.split(` ${RELEASE_SUBJECT}`);
  if (name === '') throw new Error('the history has no release before the current commit');
  return { commit, name };
}

/** The folder with the previous release, if `npm test` installed it before the step that needs it. */
export const INSTALLED_VARIABLE = 'PORTICO_PREVIOUS_RELEASE';

/**
 * Extracts the release into its own folder, installs its packages and builds its pages there, without which its server
 * does not start. Throws with what went wrong; aborting the signal ends what runs.
 */
export async function installRelease(
  repository: string,
  { commit }: PreviousRelease,
  signal?: AbortSignal,
): Promise<{ folder: string; remove(): void }> {
  const run = (program: string, args: string[]) =>
    promisify(execFile)(program, args, {
      cwd: folder,
      timeout: INSTALL_TIMEOUT_MS,
      shell: process.platform === 'win32',
      signal,
    });
  const folder = mkdtempSync(join(tmpdir(), 'portico-previous-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const archive = join(folder, 'release.tar');
    git(repository, 'archive', `--output=${archive}`, commit);
    await run('tar', ['-xf', archive, '-C', folder]);
    rmSync(archive);
    const npm = process.env['npm_execpath'];
    const install = ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    await (npm ? run(process.execPath, [npm, ...install]) : run('npm', install));
    await run(join(folder, 'node_modules/.bin/node'), [join(folder, 'tools/build.ts')]);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, remove };
}
