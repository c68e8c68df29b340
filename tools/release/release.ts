import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseChangelog } from './changelog.ts';
import { nodeProblems, statesNode } from './nodeVersions.ts';
import { isLarger, isVersion } from './semver.ts';
import { isVersioned, namedVersions, withVersion } from './versionMentions.ts';

const CHANGELOG = 'CHANGELOG.md';

/** A release's commit subject starts with this, followed by the version. Upgrade tests find releases by it. */
export const RELEASE_SUBJECT = 'Release ';

export interface Release {
  version: string;
  tag: string;
  branch: string;
  /** What the files will contain, relative to the repository. */
  changes: Array<{ path: string; text: string; mentions: number }>;
}

/** Runs git in the folder and returns its output; throws with its error message. */
export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 26 }).trimEnd();
}

/** Plans a release without changing anything. Throws with a message for people if there can be none. */
export function planRelease(repository: string, version: string, date: string): Release {
  const read = (path: string) => readFileSync(join(repository, path), 'utf8');
  const current = (JSON.parse(read('package.json')) as { version: string }).version;
  if (!isVersion(version)) throw new Error(`"${version}" is not a version such as 1.2.3 or 1.2.3-rc.1.`);
  const isFirst = version === current && !isReleased(repository, current);
  if (!isFirst && !isLarger(version, current))
    throw new Error(`${version} is not higher than ${current}, the current version.`);
  const tag = `v${version}`;
  if (git(repository, 'tag', '--list', tag) !== '') throw new Error(`The tag ${tag} already exists.`);
  const branch = git(repository, 'branch', '--show-current');
  if (branch === '') throw new Error('No branch is checked out.');
  const dirty = git(repository, 'status', '--porcelain');
  if (dirty !== '') throw new Error(`Commit or remove these changes first:\n${dirty}`);
  const outdated = trackedFiles(repository)
    .filter(statesNode)
    .flatMap((path) => nodeProblems(path, read(path)));
  if (outdated.length > 0)
    throw new Error(`A release names only Node without known vulnerabilities:\n${outdated.join('\n')}`);
  const changelog = { path: CHANGELOG, text: releaseChangelog(read(CHANGELOG), version, date), mentions: 1 };
  return { version, tag, branch, changes: [changelog, ...findChanges(repository, version)] };
}

/** Whether a commit released the version, or could have, in the history that a shallow clone lacks. */
function isReleased(repository: string, version: string): boolean {
  if (git(repository, 'rev-parse', '--is-shallow-repository') === 'true') return true;
  const line = `^${RELEASE_SUBJECT}${version.replaceAll('.', String.raw`\.`)}$`;
  return git(repository, 'log', '-1', '--format=%H', '--extended-regexp', `--grep=${line}`) !== '';
}

const trackedFiles = (repository: string) => git(repository, 'ls-files', '-z').split('\0').filter(Boolean);

function findChanges(repository: string, version: string): Release['changes'] {
  return trackedFiles(repository)
    .filter(isVersioned)
    .map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }))
    .filter(({ path, text }) => withVersion(path, text, version) !== text)
    .map(({ path, text }) => ({
      path,
      text: withVersion(path, text, version),
      mentions: namedVersions(path, text).length,
    }));
}

/** Writes, commits and tags the release. On failure, restores files, index and branch, and throws what went wrong. */
export function makeRelease(repository: string, { version, tag, changes }: Release): void {
  const before = git(repository, 'rev-parse', 'HEAD');
  const paths = changes.map(({ path }) => path);
  const subject = RELEASE_SUBJECT + version;
  try {
    for (const { path, text } of changes) writeFileSync(join(repository, path), text);
    git(repository, 'commit', '--quiet', '--message', subject, '--', ...paths);
    git(repository, 'tag', '--annotate', '--message', subject, tag);
  } catch (error) {
    git(repository, 'reset', '--quiet', '--soft', before);
    git(repository, 'restore', '--source', before, '--staged', '--worktree', '--', ...paths);
    throw new Error(`No release was made, and nothing was changed.\n${(error as Error).message}`, { cause: error });
  }
}
