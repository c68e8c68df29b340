import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from '@portico/server/testing/processes/nodeArguments';
import { describe, expect, test } from 'vitest';
import { root } from '../root.ts';
import { deadLinks } from './pageLinks.ts';
import { readText, repositoryFiles } from './repositoryFiles.ts';

/** Files that people wrote: code, styles, pages and settings; neither the demo content nor generated files. */
const written = repositoryFiles().filter(
  (path) =>
    /\.(?:ts|tsx|mjs|js|css|html|md|json|sql|ya?ml)$/.test(path) &&
    !/^package-lock\.json$|\.generated\.ts$|^docs\/openapi\.json$|^tools\/checks\/tree\.test\.ts$|\/content\/(?:demo|finance)/.test(
      path,
    ),
);

/** Matching lines of files that people wrote, as `path:line text`. */
function linesWith(pattern: RegExp, paths = written): string[] {
  return paths.flatMap((path) =>
    readText(path)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim().slice(0, 120)}`] : [])),
  );
}

describe('the repository', () => {
  test('names no folder of a developer’s machine', () => {
    expect(linesWith(/(?<![\w.:/@~-])\/(?:work|home\/\w+|Users\/\w+|tmp|root)\//)).toEqual([]);
  });

  test('names no private host', () => {
    expect(linesWith(/\/\/[\w.-]+\.(?:internal|local|lan|corp)\b/)).toEqual([]);
  });

  test('has no markers for unfinished work', () => {
    expect(linesWith(/\b(?:TODO(?!-\d)|FIXME|XXX|HACK)\b/)).toEqual([]);
    expect(linesWith(/lorem ipsum/i)).toEqual([]);
  });

  test('has no files left by operating systems or editors', () => {
    expect(
      repositoryFiles().filter((path) => /(?:^|\/)(?:\.DS_Store|Thumbs\.db|.*\.(?:swp|orig|rej|log))$/.test(path)),
    ).toEqual([]);
  });

  test('runs Node with the same flags for the portal and its tests', () => {
    const variable = `MALLOC_ARENA_MAX=${NODE_ENVIRONMENT.MALLOC_ARENA_MAX}`;
    expect(readText('docs/containers.md')).toContain(
      `${variable} node ${NODE_ARGUMENTS.join(' ')} apps/server/dist/main.js`,
    );
    expect(readText('docs/operations-reference.md')).toContain(
      `Run Node with \`${NODE_ARGUMENTS.join(' ')}\` and \`${variable}\``,
    );
    expect(readText('tools/commands.mjs')).toContain(
      `node: [${NODE_ARGUMENTS.map((argument) => `'${argument}'`).join(', ')}]`,
    );
    expect(readText('tools/commands.mjs')).toContain(`env: { ${variable.replace('=', ": '")}' }`);
  });

  test('shows every screenshot on a page', () => {
    const pages = written.filter((path) => path.endsWith('.md')).map(readText);
    const unused = repositoryFiles()
      .filter((path) => path.startsWith('docs/screenshots/'))
      .filter((path) => !pages.some((page) => page.includes(path.replace('docs/', ''))));
    expect(unused).toEqual([]);
  });

  test('has no broken links between its pages, their headings and files', () => {
    const pages = written.filter((path) => path.endsWith('.md'));
    expect(deadLinks(pages, (path) => existsSync(join(root, path)))).toEqual([]);
  });
});
