import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeArchive } from './archive.ts';
import { git, makeRelease, planRelease, type Release } from './release.ts';
import { runMain } from '../runMain.ts';

const usage = `npm run release -- <version> [--dry-run]
npm run release -- --archive

Turns "Unreleased" in CHANGELOG.md into the section of the version, sets the version in every place that names it,
commits "Release <version>" and tags it. Nothing is pushed. --dry-run only prints what would change. The working tree
must be clean, the version higher than the current one, and "Unreleased" must have entries.

--archive builds the last commit and writes what docs/install.md unpacks on a server into dist/release: the built portal
with its packages, checksums and bills of materials.
`;

/** Exit codes: 0 done, 1 no release was made and nothing was changed, 2 wrong arguments. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, archive: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  const [version] = positionals;
  if (values.archive && !values.help && version === undefined) {
    const repository = git(process.cwd(), 'rev-parse', '--show-toplevel');
    await makeArchive(repository, join(repository, 'dist/release'));
    return 0;
  }
  if (values.help || version === undefined || positionals.length > 1) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  const repository = git(process.cwd(), 'rev-parse', '--show-toplevel');
  const release = planRelease(repository, version, new Date().toISOString().slice(0, 10));
  if (values['dry-run']) {
    process.stdout.write(describePlan(release));
    return 0;
  }
  makeRelease(repository, release);
  process.stdout.write(describeNextSteps(release));
  return 0;
}

function describePlan({ version, tag, branch, changes }: Release): string {
  const lines = changes.map(({ path, mentions }) => `  ${path}: ${mentions} ${mentions === 1 ? 'place' : 'places'}`);
  return `Would change these files, commit "Release ${version}" on ${branch} and tag it ${tag}:\n${lines.join('\n')}\n`;
}

function describeNextSteps({ version, tag, branch, changes }: Release): string {
  const files = changes.length === 1 ? '1 file' : `${changes.length} files`;
  return `Committed "Release ${version}" with ${files} on ${branch} and tagged it ${tag}. Nothing is pushed. Next:
  git show ${tag}                      review it
  npm test && npm run test:long        test it
  git push --follow-tags               publish it
Then build the image: see docs/install.md. To undo it before it is pushed:
  git tag --delete ${tag} && git reset --keep HEAD~1
`;
}

// Ctrl-C also reaches git, whose failure rolls everything back; exiting here would leave half a release.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

await runMain(main);
