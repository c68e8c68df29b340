import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readText } from '../checks/repositoryFiles.ts';
import { recipeText, repositoryCopy } from './repositoryCopy.ts';

interface Edit {
  path: string;
  /** Lines that the file has exactly once. */
  before: string;
  after: string;
}

/** The additions of the recipe "A field on events" in CONTRIBUTING.md. */
const recipeEdits = (): Edit[] =>
  [...recipeText('A field on events').matchAll(/^ {3}```diff\n {3}\+\+\+ (\S+)\n([\s\S]*?)^ {3}```$/gm)].flatMap(
    ([, path = '', body = '']) =>
      body.split(/^ {3}@@\n/m).map((part) => {
        const lines = part.split('\n').slice(0, -1);
        const textOf = (some: string[]) => some.map((line) => `${line.slice(4)}\n`).join('');
        return { path, before: textOf(lines.filter((line) => line[3] !== '+')), after: textOf(lines) };
      }),
  );

const copy = repositoryCopy();
const files = [...new Set(recipeEdits().map(({ path }) => path))];
const testsOfFields = {
  draft: 'apps/server/src/features/studio/draftFields.test.ts',
  form: 'apps/web/src/studio/item/itemForm.test.tsx',
  preview: 'apps/web/src/studio/preview/previewFields.test.tsx',
  card: 'apps/web/src/features/events/list/eventCardFields.test.tsx',
};

function change(path: string, before: string, after: string): void {
  const parts = readFileSync(copy.at(path), 'utf8').split(before);
  expect(parts, `${path} has once: ${before}`).toHaveLength(2);
  writeFileSync(copy.at(path), parts.join(after));
}

beforeEach(() => {
  for (const { path, before, after } of recipeEdits()) change(path, before, after);
});

afterEach(() => {
  for (const path of files) writeFileSync(copy.at(path), readText(path));
});

test('the recipe "A field on events" adds a field that compiles and works everywhere [STUDIO-378]', () => {
  expect(files).toHaveLength(5);
  expect(copy.generate()).toMatchObject({ status: 0 });
  expect(copy.checkTypes()).toEqual({ status: 0, output: '' });
  const tests = copy.runTests(
    ['node', 'components'],
    'packages/kinds/src/items.test.ts',
    'packages/authoring/src/texts/findReplace.test.ts',
    'tools/content-import/importFields.test.ts',
    'apps/web/src/locale/texts.test.ts',
    'apps/web/src/features/events',
    ...Object.values(testsOfFields),
  );
  expect(tests.status, tests.output).toBe(0);
  const { components } = JSON.parse(readFileSync(copy.at('docs/openapi.json'), 'utf8')) as {
    components: { schemas: Record<string, object> };
  };
  expect(components.schemas).toHaveProperty('EventSummary.properties.dressCode');
  expect(components.schemas).toHaveProperty('PortalEvent.properties.dressCode');
});

test.each([
  ['words', 'shape.ts', "maxLength: 200, words: 'read'", 'maxLength: 200', /shape\.ts[\s\S]*'words' is missing/],
  ['an example', 'shape.ts', "  dressCode: 'Business casual',\n", '', /shape\.ts[\s\S]*dressCode/],
  ['a label', 'form.ts', "label: 'Dress code', ", '', /form\.ts[\s\S]*label/],
])('without %s, a field does not compile [STUDIO-378]', (_, file, before, after, message) => {
  change(`packages/kinds/src/items/event/${file}`, before, after);
  const { status, output } = copy.checkTypes('tsconfig.kinds.json');
  expect(status).not.toBe(0);
  expect(output).toMatch(message);
});

test('without its text for readers, a field does not compile [STUDIO-378]', () => {
  change('apps/web/public/locales/en/events.json', '  "dressCode": "Dress code",\n', '');
  expect(copy.checkTypes().output).toMatch(/EventFacts\.tsx.*events\.dressCode/);
});

test('a field that the page, the card or the settings leave out is named by a test [STUDIO-378]', () => {
  change('apps/web/src/features/events/page/EventFacts.tsx', '{event.dressCode &&', '{false &&');
  change('apps/web/src/features/events/list/EventCard.tsx', '{event.dressCode &&', '{false &&');
  change(
    'packages/kinds/src/items/event/form.ts',
    "dressCode: { label: 'Dress code',",
    "dressCode: { isHidden: true, label: 'Dress code',",
  );
  const { status, output } = copy.runTests(
    ['components'],
    testsOfFields.form,
    testsOfFields.preview,
    testsOfFields.card,
  );
  expect(status).not.toBe(0);
  expect(output).toMatch(/the settings of a event have a control for the field dressCode/);
  expect(output).toMatch(/the card of an event shows the field dressCode/);
  expect(output).toMatch(/the preview of a event shows the field dressCode/);
});
