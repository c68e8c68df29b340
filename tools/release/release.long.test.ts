import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_FLOORS } from '@portico/server/runtime/nodeFloor';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readText, repositoryFiles } from '../checks/repositoryFiles.ts';
import { isVersioned, namedVersions } from './versionMentions.ts';

const UNRELEASED = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A bell.\n\n## [0.0.9] - 2026-01-02\n\n- A door.\n';
const present = (JSON.parse(readText('package.json')) as { version: string }).version;
const next = `${Number(present.split('.')[0]) + 1}.0.0`;
const today = new Date().toISOString().slice(0, 10);

/** Ignores the repository that a git hook sets, and the git settings of the person who runs the tests. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  GIT_CONFIG_GLOBAL: '',
  GIT_CONFIG_NOSYSTEM: '1',
};

/** A separate repository with one commit of our versioned files. */
function setup(changelog = UNRELEASED) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' }).trimEnd();
  for (const path of repositoryFiles().filter(isVersioned)) write(path, readText(path));
  write('CHANGELOG.md', changelog);
  git('init', '--quiet', '--initial-branch=main');
  for (const setting of ['user.name=Ana', 'user.email=ana@portico.test']) git('config', ...setting.split('='));
  git('add', '--all');
  git('commit', '--quiet', '--message=First');
  const state = () => [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag', '--list')];
  return {
    git,
    write,
    state,
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
    run(...args: string[]) {
      const main = fileURLToPath(new URL('main.ts', import.meta.url));
      const { stdout, stderr, status } = spawnSync(process.execPath, [main, ...args], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      return { output: stdout, errors: stderr, code: status };
    },
  };
}

describe('a release', () => {
  test('sets every version, dates "Unreleased", is committed and tagged, and pushes nothing [OPS-131]', () => {
    const { git, run, read } = setup();
    const files = git('ls-files').split('\n').filter(isVersioned);
    const mentionsBefore = files.map((path) => namedVersions(path, read(path)).length);
    const { output, code } = run(next);
    expect({ output, code }).toMatchObject({ code: 0, output: expect.stringContaining('Nothing is pushed') as string });
    expect(output).toContain('git push --follow-tags');
    expect(git('log', '--format=%s')).toBe(`Release ${next}\nFirst`);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('for-each-ref', '--format=%(refname:short) %(objecttype) %(subject)', 'refs/tags')).toBe(
      `v${next} tag Release ${next}`,
    );
    expect(git('rev-parse', `v${next}^{commit}`)).toBe(git('rev-parse', 'HEAD'));
    expect(files.map((path) => namedVersions(path, read(path)))).toEqual(
      mentionsBefore.map((count) => Array<string>(count).fill(next)),
    );
    expect(read('deploy/kubernetes/migrate.yaml')).toContain(`name: portico-migrate-${next}\n`);
    expect(read('CHANGELOG.md')).toBe(
      UNRELEASED.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${next}] - ${today}\n`),
    );
  });

  test('can have the version that the repository started with, once [OPS-430]', () => {
    const { git, run, read } = setup();
    expect(run(present)).toMatchObject({ code: 0, output: expect.stringContaining('with 1 file on main') as string });
    expect(git('show', '--name-only', '--format=%s')).toBe(`Release ${present}\n\nCHANGELOG.md`);
    expect(read('CHANGELOG.md')).toContain(`## [${present}] - ${today}\n`);
    git('tag', '--delete', `v${present}`);
    expect(run(present)).toMatchObject({
      code: 1,
      errors: `${present} is not higher than ${present}, the current version.\n`,
    });
  });

  test('changes nothing but the version in each line [OPS-131]', () => {
    const { git, run } = setup();
    expect(run(next).code).toBe(0);
    const diff = git('diff', '--unified=0', 'HEAD~1', '--', '.', ':!CHANGELOG.md').split('\n');
    const lines = (sign: string) => diff.filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3)));
    const removed = lines('-').map((line) => line.slice(1).replaceAll(present, next));
    expect(removed.length).toBeGreaterThan(80);
    expect(lines('+').map((line) => line.slice(1))).toEqual(removed);
  });

  test('changes nothing in a dry run [OPS-131]', () => {
    const { run, state } = setup();
    const before = state();
    const { output, code } = run(next, '--dry-run');
    expect(code).toBe(0);
    expect(output).toContain(`commit "Release ${next}" on main and tag it v${next}`);
    expect(output).toMatch(/^ {2}CHANGELOG\.md: 1 place\n {2}apps\/server\/package\.json: \d+ places$/m);
    expect(output).toContain('  deploy/kubernetes/migrate.yaml: 2 places\n');
    expect(state()).toEqual(before);
  });
});

describe('a release is refused', () => {
  const refused = ({ run, state }: ReturnType<typeof setup>, version = next) => {
    const before = state();
    const { errors, code } = run(version);
    expect(state()).toEqual(before);
    expect(code).toBe(1);
    return errors;
  };

  test('when there are uncommitted changes, which it names [OPS-131]', () => {
    const repository = setup();
    repository.write('notes.txt', 'new');
    expect(refused(repository)).toMatch(/^Commit or remove these changes first:\n\?\? notes\.txt/);
    repository.git('add', '--all');
    repository.git('commit', '--quiet', '--message=Notes');
    repository.write('notes.txt', 'changed');
    expect(refused(repository)).toMatch(/\n M notes\.txt/);
    expect(repository.read('notes.txt')).toBe('changed');
  });

  test('when the version is invalid, or not higher than the current one [OPS-131]', () => {
    const repository = setup();
    for (const wrong of ['1', 'v9.0.0', '9.0', '09.0.0', '9.0.0+build', '9.0.0-RC.1'])
      expect(refused(repository, wrong)).toContain(`"${wrong}" is not a version`);
    for (const old of ['0.0.1', `${present}-rc.1`])
      expect(refused(repository, old)).toContain(`${old} is not higher than ${present}`);
  });

  test('when "Unreleased" is empty or missing [OPS-131]', () => {
    expect(refused(setup('# Changelog\n\n## [Unreleased]\n\n### Added\n\n## [0.0.9]\n\n- A door.\n'))).toBe(
      '"Unreleased" in CHANGELOG.md has no entries.\n',
    );
    expect(refused(setup('# Changelog\n'))).toContain('no section');
  });

  test('when the image or a guide names a Node with known vulnerabilities [OPS-470]', () => {
    const repository = setup();
    const change = (path: string, from: RegExp, to: string) => {
      repository.write(path, repository.read(path).replace(from, to));
      repository.git('commit', '--quiet', '--all', '--message=Node');
    };
    change('deploy/Containerfile', /node:[\d.]+-/, 'node:24.9.0-');
    change('docs/install.md', /Node\.js \d+\.\d+\.\d+/, 'Node.js 22.20.0');
    expect(refused(repository)).toBe(
      'A release names only Node without known vulnerabilities:\n' +
        `deploy/Containerfile has Node 24.9.0, not ${NODE_FLOORS[0].version}\n` +
        `docs/install.md has Node 22.20.0, not ${NODE_FLOORS[0].version}\n`,
    );
  });

  test('when its tag exists, or no branch is checked out [OPS-131]', () => {
    const repository = setup();
    repository.git('tag', `v${next}`);
    expect(refused(repository)).toBe(`The tag v${next} already exists.\n`);
    repository.git('tag', '--delete', `v${next}`);
    repository.git('checkout', '--quiet', '--detach');
    expect(refused(repository)).toBe('No branch is checked out.\n');
  });

  test('when a hook fails or it cannot be tagged, and everything is rolled back [OPS-131]', () => {
    const repository = setup();
    repository.git('config', 'tag.gpgSign', 'true');
    repository.git('config', 'gpg.program', 'false');
    expect(refused(repository)).toMatch(/^No release was made, and nothing was changed\.\n.*git tag/);
    repository.git('config', 'tag.gpgSign', 'false');
    repository.write('.git/hooks/pre-commit', '#!/bin/sh\necho "not on a Friday" >&2\nexit 1\n');
    chmodSync(join(repository.git('rev-parse', '--absolute-git-dir'), 'hooks/pre-commit'), 0o755);
    expect(refused(repository)).toContain('not on a Friday');
    expect(repository.read('CHANGELOG.md')).toBe(UNRELEASED);
  });

  test('with exit code 2 without a version or with an unknown option [OPS-131]', () => {
    const { run } = setup();
    expect(run()).toMatchObject({ code: 2, output: expect.stringContaining('npm run release') as string });
    expect(run(next, '--push')).toMatchObject({ code: 2 });
  });
});
