import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { git } from '../release/release.ts';
import { findPreviousRelease } from './previousRelease.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-releases-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A repository with a commit for each subject. */
function repositoryOf(subjects: string[]): string {
  const folder = temporaryFolder();
  git(folder, 'init', '--quiet', '--initial-branch=main');
  for (const [name, value] of Object.entries({ name: 'Ana', email: 'ana@portico.test' }))
    git(folder, 'config', `user.${name}`, value);
  for (const subject of subjects) {
    writeFileSync(join(folder, 'file'), subject);
    git(folder, 'add', 'file');
    git(folder, 'commit', '--quiet', '--message', subject);
  }
  return folder;
}

test('the previous release is the newest one before the current commit, even without tags [OPS-373]', () => {
  const subjects = ['house: start', 'Release 0.1.0', 'news: add a field', 'Release 0.2.0'];
  expect(findPreviousRelease(repositoryOf(subjects)).name).toBe('0.1.0');
  const folder = repositoryOf([
    ...subjects,
    'Release notes are sorted',
    'docs: name it\n\nRelease 0.2.0 has it.',
    'events: add',
  ]);
  expect(findPreviousRelease(folder)).toEqual({ commit: git(folder, 'rev-parse', 'HEAD~3'), name: '0.2.0' });
});

test('looking for the previous release in a clone without its history fails and says why [OPS-373]', () => {
  const folder = repositoryOf(['house: start', 'Release 0.1.0', 'news: add a field']);
  const shallow = join(temporaryFolder(), 'clone');
  git(folder, 'clone', '--quiet', '--depth=1', pathToFileURL(folder).href, shallow);
  expect(() => findPreviousRelease(shallow)).toThrow('the clone is shallow');
  expect(() => findPreviousRelease(temporaryFolder())).toThrow('not a clone of the repository');
  expect(() => findPreviousRelease(repositoryOf(['house: start', 'news: add']))).toThrow('no release before');
});
