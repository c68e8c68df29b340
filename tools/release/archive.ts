import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { productionClosure } from '../checks/lockfile.ts';
import { linksOf } from '../checks/pageLinks.ts';
import { copyCommit } from '../image/buildImage.ts';
import { runProgram } from '../image/runProgram.ts';
import { runStep } from '../progress.ts';
import { git } from './release.ts';

/** Folders, ending in a slash, and files of a built checkout that an installation needs. */
const NEEDED = [
  'apps/server/',
  'apps/web/dist/',
  'bin/',
  'deploy/',
  'dev/database/',
  'dist/sbom/',
  'docs/',
  'packages/authoring/',
  'packages/contracts/',
  'packages/kinds/',
  'tools/',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'package-lock.json',
  'package.json',
];
/** Parts of these that only development needs. */
const UNNEEDED = /(?:^|\/)(?:testing|node_modules)\/|\.(?:test|story)\.tsx?$/;

const isNeeded = (path: string): boolean =>
  NEEDED.some((needed) => (needed.endsWith('/') ? path.startsWith(needed) : path === needed)) && !UNNEEDED.test(path);

/**
 * Those of the files of a built checkout in `folder` that an archive contains beside the packages: what an installation
 * needs, and every file that a page in the archive links to.
 */
export function archivedFiles(folder: string, paths: readonly string[]): string[] {
  const all = new Set(paths);
  const archived = new Set(paths.filter(isNeeded));
  // A set's iteration also visits what is added meanwhile.
  for (const path of archived)
    if (path.endsWith('.md'))
      for (const { target } of linksOf(path, readFileSync(join(folder, path), 'utf8')))
        if (all.has(target)) archived.add(target);
  return [...archived];
}

/** The folders of the packages in an archive, and the links to our own ones. */
export function archivedPackages(): string[] {
  // Without those inside of others.
  const outer = productionClosure('apps/server').filter(
    (folder) => !folder.slice('node_modules/'.length).includes('/node_modules/'),
  );
  const own = ['authoring', 'contracts', 'dev-database', 'kinds', 'server', 'tools'];
  // Tells commands that this is an installation.
  return [...outer, ...own.map((name) => `node_modules/@portico/${name}`), 'node_modules/.package-lock.json'];
}

/**
 * Builds the last commit of `repository`, and writes what an installation needs into one archive in `folder`, with
 * checksums and bills of materials beside it. Its packages are those for Linux on x64. Returns the path of the archive.
 */
export async function makeArchive(repository: string, folder: string): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('An archive contains packages for Linux on x64, so it is made there.');
  const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as { version: string };
  const name = `portico-${version}`;
  const archive = join(folder, `${name}-linux-x64.tar.gz`);
  const work = await mkdtemp(join(tmpdir(), 'portico-archive-'));
  const portal = join(work, name);
  try {
    await mkdir(folder, { recursive: true });
    await mkdir(portal);
    await runStep('Portal files', async () => {
      await copyCommit(repository, portal);
      await runProgram('sh', ['deploy/prepare-image.sh'], portal);
    });
    await runStep('Archive', async () => {
      const seconds = git(repository, 'log', '-1', '--format=%ct');
      await pack(portal, archive, seconds);
      return `${archive}, ${Math.round((await stat(archive)).size / 1e6)} MB`;
    });
    await runStep('Checksums', () => addChecksums(portal, archive));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return archive;
}

/** The same files give the same archive. */
export async function pack(portal: string, archive: string, modifiedAt: string): Promise<void> {
  const files = (await readdir(portal, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(portal.length + 1));
  const list = `${portal}.files`;
  await writeFile(
    list,
    [...archivedFiles(portal, files), ...archivedPackages()].map((path) => `${basename(portal)}/${path}\n`).join(''),
  );
  const same = [
    '--sort=name',
    `--mtime=@${modifiedAt}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=go-w,a+rX',
  ];
  const what = ['--directory', join(portal, '..'), '--verbatim-files-from', '--files-from', list];
  await runProgram('tar', ['--create', '--use-compress-program=gzip --no-name', '--file', archive, ...same, ...what]);
}

/** Writes the bills of materials and `SHA256SUMS` for them and the archive beside it. */
async function addChecksums(portal: string, archive: string): Promise<string> {
  const folder = join(archive, '..');
  const bills = await readdir(join(portal, 'dist/sbom'));
  for (const bill of bills) await copyFile(join(portal, 'dist/sbom', bill), join(folder, bill));
  const lines = [];
  for (const name of [basename(archive), ...bills.toSorted()]) {
    const digest = createHash('sha256');
    await pipeline(createReadStream(join(folder, name)), digest);
    lines.push(`${digest.digest('hex')}  ${name}\n`);
  }
  await writeFile(join(folder, 'SHA256SUMS'), lines.join(''));
  return 'SHA256SUMS';
}
