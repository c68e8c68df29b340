import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recipeText, repositoryCopy } from './repositoryCopy.ts';

const FOLDER = 'packages/kinds/src/components/timeline';

/** The files of the recipe "A component" in CONTRIBUTING.md, by path. */
const recipeFiles = (): Map<string, string> =>
  new Map(
    [...recipeText('A component').matchAll(/^ *```\w+\n *(?:\/\/|\/\*) (\S+)(?: \*\/)?\n([\s\S]*?)^ *```$/gm)].map(
      ([, path = '', code = '']) => [path, code.replaceAll(/^ {3}/gm, '')],
    ),
  );

const copy = repositoryCopy();
const runTests = (...files: string[]) => copy.runTests(['node', 'components'], ...files);

beforeEach(() => {
  for (const [path, code] of recipeFiles()) {
    mkdirSync(copy.at(dirname(path)), { recursive: true });
    writeFileSync(copy.at(path), code);
  }
});

afterEach(() => rmSync(copy.at(FOLDER), { recursive: true, force: true }));

test('the recipe "A component" adds a kind of component that compiles and works everywhere [COMP-029]', () => {
  expect([...recipeFiles().keys()]).toHaveLength(5);
  expect(copy.generate()).toMatchObject({ status: 0 });
  expect(copy.checkTypes()).toEqual({ status: 0, output: '' });
  const tests = runTests(
    'packages/kinds',
    'packages/authoring/src/newComponent.test.ts',
    'packages/authoring/src/texts/findReplace.test.ts',
    'apps/web/src/studio/componentKinds.test.ts',
    'apps/web/src/studio/fields/fieldModel.test.ts',
    'apps/web/src/studio/fields/form/PropertyForm.test.tsx',
    'apps/web/src/studio/editable/EditableBlock.test.tsx',
    'apps/web/src/studio/history/componentText.test.ts',
  );
  expect(tests.status, tests.output).toBe(0);
  const { components } = JSON.parse(readFileSync(copy.at('docs/openapi.json'), 'utf8')) as {
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
  rmSync(copy.at(FOLDER, name));
  // The API description can't be generated either; the lists are written before it.
  copy.generate();
  const { status, output } = copy.checkTypes('tsconfig.kinds.json');
  expect(status).not.toBe(0);
  expect(output).toMatch(message);
});

test('a text without a use, and a label that is missing, do not compile [COMP-029]', () => {
  const without = (name: string, part: string) => {
    const path = copy.at(FOLDER, name);
    const code = readFileSync(path, 'utf8');
    expect(code).toContain(part);
    writeFileSync(path, code.replace(part, ''));
  };
  without('shape.ts', ", text: 'read'");
  without('form.ts', ", text: { label: 'Text' }");
  copy.generate();
  expect(copy.checkTypes('tsconfig.kinds.json').output).toMatch(
    /form\.ts.*'text' is missing[\s\S]*shape\.ts[\s\S]*'text' is missing/,
  );
});

test('without stories, or without the heading of the view, a test names the component [COMP-029]', () => {
  rmSync(copy.at(FOLDER, 'View.stories.tsx'));
  const view = copy.at(FOLDER, 'View.tsx');
  writeFileSync(view, readFileSync(view, 'utf8').replace(", heading: 'title'", ''));
  expect(copy.generate()).toMatchObject({ status: 0 });
  const { status, output } = runTests(
    'packages/kinds/src/everyKind.test.ts',
    'packages/kinds/src/page/everyView.test.tsx',
  );
  expect(status).not.toBe(0);
  expect(output).toMatch(/every component that pages show has stories[\s\S]*timeline/);
  expect(output).toMatch(/Timeline.*one level below/);
});

test('without the generated lists, a test names the component [COMP-029]', () => {
  rmSync(copy.at(FOLDER), { recursive: true });
  expect(copy.generate()).toMatchObject({ status: 0 });
  for (const [path, code] of recipeFiles()) {
    mkdirSync(copy.at(dirname(path)), { recursive: true });
    writeFileSync(copy.at(path), code);
  }
  const { status, output } = copy.runTests(['checks'], 'tools/checks/generated.test.ts');
  expect(status).not.toBe(0);
  expect(output).toMatch(/components\.generated\.ts lists what is in its folder/);
});
