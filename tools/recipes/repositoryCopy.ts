import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { readText, repositoryFiles } from '../checks/repositoryFiles.ts';
import { root } from '../root.ts';

interface Outcome {
  status: number | null;
  output: string;
}

/** The recipe in CONTRIBUTING.md with this heading. */
export function recipeText(heading: string): string {
  const page = readText('CONTRIBUTING.md');
  const [recipe = ''] = page.slice(page.indexOf(`**${heading}**`) + 2).split(/^\*\*/m);
  return recipe;
}

/** A copy of the repository for the tests of a file. */
export function repositoryCopy() {
  let copy = '';

  const run = (program: string, ...args: string[]): Outcome => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, program), ...args], {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    return { status, output: stdout + stderr };
  };

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'portico-recipe-'));
    for (const path of repositoryFiles().filter((one) =>
      /^(?:packages|apps|tools|dev|docs)\/|^[\w.]+\.(?:ts|json)$/.test(one),
    )) {
      mkdirSync(join(copy, dirname(path)), { recursive: true });
      copyFileSync(join(root, path), join(copy, path));
    }
    // Packages come from the repository, workspaces from the copy.
    for (const modules of ['node_modules', 'tools/node_modules'].filter((path) => existsSync(join(root, path)))) {
      mkdirSync(join(copy, modules, '@portico'), { recursive: true });
      for (const name of readdirSync(join(root, modules)).filter((one) => !/^(?:@portico|\.cache|\.vite.*)$/.test(one)))
        symlinkSync(join(root, modules, name), join(copy, modules, name));
    }
    for (const path of repositoryFiles().filter((one) =>
      /^(?:packages|apps|tools|dev)(?:\/[\w-]+)?\/package\.json$/.test(one),
    )) {
      const { name } = JSON.parse(readText(path)) as { name: string };
      symlinkSync(join(copy, dirname(path)), join(copy, 'node_modules', name));
    }
    writeFileSync(
      join(copy, 'tsconfig.kinds.json'),
      JSON.stringify({ extends: './tsconfig.json', include: ['packages/kinds'], exclude: ['**/node_modules'] }),
    );
  });

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  return {
    /** Where a file of the copy is. */
    at: (...path: string[]) => join(copy, ...path),
    generate: () => run('tools/generate.ts'),
    /** Checks only what an edit since the last check can affect. */
    checkTypes: (project = 'tsconfig.json') =>
      run(
        'node_modules/typescript/bin/tsc',
        '--noEmit',
        '-p',
        project,
        '--incremental',
        '--tsBuildInfoFile',
        join(copy, `${project}.tsbuildinfo`),
      ),
    runTests: (projects: string[], ...files: string[]) =>
      run('node_modules/vitest/vitest.mjs', '--run', ...projects.map((name) => `--project=${name}`), ...files),
  };
}
