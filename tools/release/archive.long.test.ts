import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { healthyParts } from '@portico/server/testing/healthyParts';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { expect, onTestFinished, test } from 'vitest';
import { deadLinks } from '../checks/pageLinks.ts';
import { readText, repositoryFiles } from '../checks/repositoryFiles.ts';
import { commands } from '../commands.mjs';
import { root } from '../root.ts';
import { archivedFiles, archivedPackages } from './archive.ts';

const files = archivedFiles(root, repositoryFiles());

/** A folder with the files of an archive, and links to its packages. */
async function unpacked(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-installed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const path of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(root, path), join(folder, path));
  }
  for (const path of archivedPackages()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    const target = path.startsWith('node_modules/@portico/') ? await readlink(join(root, path)) : join(root, path);
    await symlink(target, join(folder, path));
  }
  return folder;
}

const run = (folder: string, file: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    const own = { cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env } };
    execFile(process.execPath, [join(folder, file), ...args], own, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

test('an archive has all that the operators’ commands import, and they work on the database of the settings [OPS-511]', async () => {
  const folder = await unpacked();
  const settings = join(folder, 'portico.env');
  const { url, applicationUrl } = await testDatabase();
  const { env } = await healthyParts();
  const lines = Object.entries({ ...env, DATABASE_URL: applicationUrl, DATABASE_OWNER_URL: url });
  await writeFile(settings, lines.map(([name, value]) => `${name}=${value}\n`).join(''));
  const portico = (...args: string[]) => run(folder, 'bin/portico.mjs', ['--settings', settings, ...args]);
  const names = Object.keys(commands).filter((name) => commands[name]!.group === 'operate');
  for (const name of names) {
    const { code, err } = await portico(name, '--help');
    expect({ name, code, err: err.includes('ERR_MODULE_NOT_FOUND') ? err : '' }).toEqual({ name, code: 0, err: '' });
  }
  expect(await portico('jobs', 'list')).toMatchObject({ code: 0, out: 'No jobs.\n' });
  expect(await portico('migrate')).toMatchObject({ code: 0, out: 'The schema is up to date.\n' });
  expect((await portico('doctor', '--before-start')).out).toMatch(/^OK +database /m);
});

test('an archive has no tests, no packages for development, and no part of the front end’s sources [OPS-511]', () => {
  expect(files).toContain('bin/portico.mjs');
  expect(files).toContain('deploy/systemd/portico.socket');
  const isSource = (path: string) => /^(?:apps\/web|e2e|bench|demo|findings|packages\/ui)\//.test(path);
  expect(files.filter((path) => /\.test\.tsx?$/.test(path) || (isSource(path) && !path.endsWith('.md')))).toEqual([]);
  const packages = archivedPackages();
  const { dependencies } = JSON.parse(readText('tools/package.json')) as { dependencies: Record<string, string> };
  const ofCommands = Object.keys(dependencies).filter((name) => !name.startsWith('@portico/'));
  for (const name of ['fastify', 'pg', 'sharp', 'pdfjs-dist', ...ofCommands])
    expect(packages).toContain(`node_modules/${name}`);
  for (const name of ['react-dom', 'vitest', 'playwright-core', 'node', 'typescript'])
    expect(packages).not.toContain(`node_modules/${name}`);
});

test('every link of every page in an archive leads to a file, folder or heading in it [OPS-515]', () => {
  const pages = files.filter((path) => path.endsWith('.md'));
  expect(pages).toContain('docs/operations-reference.md');
  const inArchive = (target: string) => files.some((path) => path === target || path.startsWith(`${target}/`));
  expect(deadLinks(pages, inArchive)).toEqual([]);
});
