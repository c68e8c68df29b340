import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readText, repositoryFiles } from '../checks/repositoryFiles.ts';
import { root } from '../root.ts';

const FOLDER = 'packages/kinds/src/components/timeline';

/** The files of the recipe "A component" in CONTRIBUTING.md, by path. */
function recipeFiles(): Map<string, string> {
  const page = readText('CONTRIBUTING.md');
  const recipe = page.slice(page.indexOf('**A component**'), page.indexOf('**A notification kind.**'));
  return new Map(
    [...recipe.matchAll(/^ *```\w+\n *(?:\/\/|\/\*) (\S+)(?: \*\/)?\n([\s\S]*?)^ *```$/gm)].map(
      ([, path = '', code = '']) => [path, code.replaceAll(/^ {3}/gm, '')],
    ),
  );
}

let copy: string;

/** Runs a program of the copy. */
function run(program: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, program), ...args], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, output: stdout + stderr };
}

const generate = () => run('tools/generate.ts');
const checkTypes = (project = 'tsconfig.json') => run('node_modules/typescript/bin/tsc', '--noEmit', '-p', project);
const runTests = (...files: string[]) =>
  run('node_modules/vitest/vitest.mjs', '--run', '--project=node', '--project=components', ...files);

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

beforeEach(() => {
  for (const [path, code] of recipeFiles()) {
    mkdirSync(join(copy, dirname(path)), { recursive: true });
    writeFileSync(join(copy, path), code);
  }
});

afterEach(() => rmSync(join(copy, FOLDER), { recursive: true, force: true }));

test('the recipe "A component" adds a kind of component that compiles and works everywhere [COMP-029]', () => {
  expect([...recipeFiles().keys()]).toHaveLength(5);
  expect(generate()).toMatchObject({ status: 0 });
  expect(checkTypes()).toEqual({ status: 0, output: '' });
  const tests = runTests(
    'packages/kinds',
    'packages/authoring/src/newComponent.test.ts',
    'packages/authoring/src/texts/findReplace.test.ts',
    'apps/web/src/features/studio/componentKinds.test.ts',
    'apps/web/src/features/studio/fields/fieldModel.test.ts',
    'apps/web/src/features/studio/fields/PropertyForm.test.tsx',
    'apps/web/src/features/studio/editable/EditableBlock.test.tsx',
    'apps/web/src/features/studio/history/componentText.test.ts',
  );
  expect(tests.status, tests.output).toBe(0);
  const { components } = JSON.parse(readFileSync(join(copy, 'docs/openapi.json'), 'utf8')) as {
    components: { schemas: Record<string, object> };
  };
  expect(components.schemas).toHaveProperty('Timeline.properties.steps');
  expect(JSON.stringify(components.schemas['ContentComponent'])).toContain('#/components/schemas/Timeline');
});

test.each([
  ['shape.ts', /timeline\/shape\.ts/],
  ['form.ts', /timeline\/form\.ts/],
  ['View.tsx', /Timeline/],
])('without %s, a component does not compile [COMP-029]', (name, message) => {
  rmSync(join(copy, FOLDER, name));
  // The API description can't be generated either; the lists are written before it.
  generate();
  const { status, output } = checkTypes('tsconfig.kinds.json');
  expect(status).not.toBe(0);
  expect(output).toMatch(message);
});

test('a text without a use, and a label that is missing, do not compile [COMP-029]', () => {
  const without = (name: string, part: string) => {
    const path = join(copy, FOLDER, name);
    const code = readFileSync(path, 'utf8');
    expect(code).toContain(part);
    writeFileSync(path, code.replace(part, ''));
  };
  without('shape.ts', ", text: 'read'");
  without('form.ts', ", text: { label: 'Text' }");
  generate();
  expect(checkTypes('tsconfig.kinds.json').output).toMatch(
    /form\.ts.*'text' is missing[\s\S]*shape\.ts[\s\S]*'text' is missing/,
  );
});

test('without stories, or without the heading of the view, a test names the component [COMP-029]', () => {
  rmSync(join(copy, FOLDER, 'View.stories.tsx'));
  const view = join(copy, FOLDER, 'View.tsx');
  writeFileSync(view, readFileSync(view, 'utf8').replace(", heading: 'title'", ''));
  expect(generate()).toMatchObject({ status: 0 });
  const { status, output } = runTests(
    'packages/kinds/src/everyKind.test.ts',
    'packages/kinds/src/page/everyView.test.tsx',
  );
  expect(status).not.toBe(0);
  expect(output).toMatch(/every component that pages show has stories[\s\S]*timeline/);
  expect(output).toMatch(/Timeline.*one level below/);
});

test('without the generated lists, a test names the component [COMP-029]', () => {
  rmSync(join(copy, FOLDER), { recursive: true });
  expect(generate()).toMatchObject({ status: 0 });
  for (const [path, code] of recipeFiles()) {
    mkdirSync(join(copy, dirname(path)), { recursive: true });
    writeFileSync(join(copy, path), code);
  }
  const { status, output } = run(
    'node_modules/vitest/vitest.mjs',
    '--run',
    '--project=checks',
    'tools/checks/generated.test.ts',
  );
  expect(status).not.toBe(0);
  expect(output).toMatch(/components\.generated\.ts lists what is in its folder/);
});
