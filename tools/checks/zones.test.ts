import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../root.ts';

/** A small repository with the names of our workspaces and both forbidden and allowed imports. */
const files: Record<string, string> = {
  ...Object.fromEntries(
    [
      'packages/contracts',
      'packages/kinds',
      'packages/ui',
      'packages/client',
      'packages/brandnew',
      'apps/server',
      'apps/web',
      'apps/brandnew',
      'bench',
      'tools',
    ].map((folder) => [
      `${folder}/package.json`,
      JSON.stringify({ name: `@portico/${folder.split('/').at(-1)}${folder === 'apps/brandnew' ? '-app' : ''}` }),
    ]),
  ),
  'packages/contracts/src/reads.ts': `export { readFile } from 'node:fs/promises';`,
  'packages/contracts/src/fine.ts': `export * from 'zod/mini';`,
  'packages/kinds/src/base/media.ts': `export * from 'zod/mini';`,
  'packages/kinds/src/base/reads.ts': `export { readFile } from 'node:fs/promises';`,
  'packages/kinds/src/components/tile/shape.ts': `export { TileView } from './View.tsx';\nexport * from '../../base/media.ts';`,
  'packages/kinds/src/components/tile/View.tsx': `export { Card as TileView } from '@portico/ui/Card';`,
  'packages/kinds/src/components/tile/form.ts': `export * from './View.tsx';`,
  'packages/contracts/src/home.ts': `export type { TileView } from '@portico/kinds/page/tile';\nexport * from '@portico/kinds/media';`,
  'packages/ui/src/Card.ts': `export type { News } from '@portico/contracts/news';`,
  'packages/brandnew/src/a.ts': `export { app } from '@portico/server/app';`,
  'bench/a.ts': `export { Page } from '@portico/web/Page';`,
  'tools/a.ts': `export { Page } from '@portico/web/Page';`,
  'apps/brandnew/src/a.ts': `export { Page } from '@portico/web/Page';`,
  'apps/web/src/frame/Frame.ts': `export const page = () => import('../features/news/NewsPage.ts');`,
  'apps/web/src/features/news/NewsPage.ts': `export const NewsPage = 1;`,
  'apps/web/src/features/firstday/Page.ts': `export { NewsPage } from '../news/NewsPage.ts';`,
  'apps/web/src/features/firstday/Deep.ts': `export { Card } from '../../../../../packages/ui/src/Card.ts';`,
  'packages/ui/src/text.ts': `export { default } from '../../../apps/web/public/locales/en/ui.json';`,
  'apps/web/public/locales/en/ui.json': '{}',
  'apps/web/src/features/home/HomePage.ts': `export { NewsPage } from '../news/NewsPage.ts';`,
  'apps/web/src/features/news/routesBack.ts': `export { routes } from '../../routes.ts';`,
  'apps/web/src/studio/list/StudioPage.ts': `export { NewsPage } from '../../features/news/NewsPage.ts';`,
  'apps/web/src/studio/routesBack.ts': `export { routes } from '../routes.tsx';`,
  'apps/web/src/features/home/Studio.ts': `export const page = () => import('../../studio/list/StudioPage.ts');`,
  'apps/web/src/kit/Studio.ts': `export { NewsPage } from '../studio/list/StudioPage.ts';`,
  'apps/web/src/preparations.ts': `export { NewsPage } from './studio/list/StudioPage.ts';`,
  'apps/web/src/routes.tsx': `export const routes = () => import('./studio/list/StudioPage.ts');`,
  'apps/web/src/routes.ts': `export const routes = () => import('./features/news/NewsPage.ts');`,
  'apps/server/src/http/api/route.ts': `import type { find } from '../../features/news/news.queries.ts';\nexport type Find = typeof find;`,
  'apps/server/src/features/news/news.queries.ts': `import { a } from './cycle.ts';\nexport const find: any = a;`,
  'apps/server/src/features/news/cycle.ts': `import { find } from './news.queries.ts';\nexport const a = () => find;`,
  'apps/server/src/http/floats.ts': `const save = async () => 1;\nexport function press() {\n  save();\n  console.log('pressed');\n}`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2024',
      resolveJsonModule: true,
      lib: ['ES2024', 'DOM'],
      types: [],
      module: 'ESNext',
      moduleResolution: 'bundler',
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
    },
    include: ['packages', 'apps'],
  }),
};

interface Finding {
  filename: string;
  code: string;
  message: string;
}

describe('the lint rules', () => {
  let folder: string;
  let findings: Finding[];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'portico-zones-'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [oxlint, '-c', join(root, 'oxlint.config.ts'), '-f', 'json'],
      { cwd: folder, encoding: 'utf8' },
    );
    if (!stdout.trimStart().startsWith('{')) throw new Error(`oxlint printed no JSON: ${stdout}${stderr}`);
    findings = (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics;
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const zonesOf = (path: string) =>
    findings
      .filter((finding) => finding.filename === path && finding.code === 'portico(zones)')
      .map((finding) => finding.message);

  test.each([
    ['packages/contracts/src/reads.ts', 'packages/contracts may import only zod here, not "node:fs/promises"'],
    ['packages/contracts/src/home.ts', 'packages/contracts may not import how packages/kinds draws pages'],
    ['packages/kinds/src/base/reads.ts', 'packages/kinds may import only zod here, not "node:fs/promises"'],
    ['packages/kinds/src/components/tile/shape.ts', 'a shape of packages/kinds may not import a view'],
    ['packages/kinds/src/components/tile/form.ts', 'a form of packages/kinds may not import a view'],
    ['packages/ui/src/Card.ts', 'packages/ui may not import packages/contracts'],
    ['packages/brandnew/src/a.ts', 'packages/brandnew may not import apps/server'],
    ['apps/brandnew/src/a.ts', 'apps/brandnew may not import apps/web'],
    ['tools/a.ts', 'tools may not import apps/web'],
    ['apps/web/src/frame/Frame.ts', 'plumbing (frame) may not import the feature news'],
    ['apps/server/src/http/api/route.ts', 'plumbing (http) may not import the feature news'],
    ['apps/web/src/features/firstday/Page.ts', 'the feature firstday may not import the feature news'],
    [
      'apps/web/src/features/firstday/Deep.ts',
      'enter another workspace by its package name, not by "../../../../../packages/ui/src/Card.ts"',
    ],
    ['apps/web/src/features/home/Studio.ts', 'only src/routes.tsx may import the studio'],
    ['apps/web/src/kit/Studio.ts', 'only src/routes.tsx may import the studio'],
    ['apps/web/src/preparations.ts', 'only src/routes.tsx may import the studio'],
    ['apps/web/src/studio/routesBack.ts', 'src/routes.tsx puts the pages together; the studio may not import it'],
    ['apps/web/src/features/news/routesBack.ts', 'src/routes.ts puts the features together; news may not import it'],
  ])('%s is reported: %s [PROD-021]', (path, message) => {
    expect(zonesOf(path)).toEqual([message]);
  });

  test.each([
    'packages/contracts/src/fine.ts',
    'bench/a.ts',
    'packages/kinds/src/base/media.ts',
    'packages/kinds/src/components/tile/View.tsx',
    'packages/ui/src/text.ts',
    'apps/web/src/features/home/HomePage.ts',
    'apps/web/src/routes.ts',
    'apps/web/src/routes.tsx',
    'apps/web/src/studio/list/StudioPage.ts',
  ])('the imports of %s are allowed', (path) => {
    expect(zonesOf(path)).toEqual([]);
  });

  test.each([
    ['apps/server/src/http/floats.ts', 'typescript(no-floating-promises)'],
    ['apps/server/src/http/floats.ts', 'eslint(no-console)'],
    ['apps/server/src/features/news/news.queries.ts', 'typescript(no-explicit-any)'],
    ['apps/server/src/features/news/cycle.ts', 'import(no-cycle)'],
  ])('%s violates %s', (path, code) => {
    expect(findings.filter((finding) => finding.filename === path).map((finding) => finding.code)).toContain(code);
  });
});
