import type { ComponentTree, ContentComponent } from '../../content.ts';
import { describe, expect, test } from 'vitest';
import { outline, pageHeadings } from './outline.ts';

const header = (id: string, text: string, level = 2): ContentComponent => ({ id, type: 'Header', level, text });
const part = (id: string, title: string, ...components: ContentComponent[]): ContentComponent => ({
  id,
  type: 'ExpandCollapse',
  title,
  components,
});

test('the anchor of a header is made from its text', () => {
  expect(
    outline([header('a', 'What changes in 2026?'), { id: 'b', type: 'Divider' }, header('c', 'Año y medio', 3)]),
  ).toEqual([
    { componentId: 'a', anchor: 'section-what-changes-in-2026', text: 'What changes in 2026?', level: 2, parts: [] },
    { componentId: 'c', anchor: 'section-ano-y-medio', text: 'Año y medio', level: 3, parts: [] },
  ]);
});

test('repeated headers get different anchors, and a header without words gets one, too', () => {
  const anchors = outline([
    header('a', 'Steps'),
    header('b', 'Steps'),
    header('c', 'Steps 2'),
    header('d', '***'),
    part('e', 'Steps'),
  ]).map((entry) => entry.anchor);
  expect(anchors).toEqual(['section-steps', 'section-steps-2', 'section-steps-2-2', 'section-part', 'section-steps-3']);
});

describe('headers inside other components', () => {
  const tree: ComponentTree = [
    header('a', 'Accounts', 2),
    {
      id: 'columns',
      type: 'Columns',
      columns: [{ components: [header('b', 'Left', 3)] }, { components: [header('c', 'Right', 3)] }],
    },
    part('outer', 'Inherited accounts', header('d', 'Who', 2), part('inner', 'Spouses', header('e', 'When', 3))),
    header('f', 'Fees', 2),
  ];

  test('are listed in reading order, with the parts that must be open to show them', () => {
    expect(outline(tree).map(({ componentId, parts }) => [componentId, parts])).toEqual([
      ['a', []],
      ['b', []],
      ['c', []],
      ['outer', ['outer']],
      ['d', ['outer']],
      ['inner', ['outer', 'inner']],
      ['e', ['outer', 'inner']],
      ['f', []],
    ]);
  });

  test('rank below the title of the part that contains them', () => {
    expect(outline(tree).map(({ level }) => level)).toEqual([2, 3, 3, 4, 5, 6, 6, 2]);
  });
});

test('checklists have their own anchors, list the parts that contain them, and are not in the table of contents [X4]', () => {
  const list = (id: string, title?: string): ContentComponent => ({
    id,
    type: 'Checklist',
    items: [{ id: 'i', content: [] }],
    ...(title ? { title } : {}),
  });
  const tree = [header('a', 'Steps'), list('cookie', 'Steps'), part('p', 'More', list('location'))];
  const { checklists, anchors } = pageHeadings(tree);
  expect(checklists).toEqual([
    { componentId: 'cookie', anchor: 'section-steps-2', parts: [] },
    { componentId: 'location', anchor: 'section-checklist', parts: ['p'] },
  ]);
  expect(anchors.get(tree[1]!)).toBe('section-steps-2');
  expect(outline(tree).map(({ componentId }) => componentId)).toEqual(['a', 'p']);
});

test('a person’s name and the title of a list rank below the preceding header', () => {
  const person: ContentComponent = {
    id: 'p',
    type: 'HeadshotDetails',
    image: null,
    name: 'Ana',
    body: { type: 'doc', content: [] },
    alignment: 'Left',
  };
  const files: ContentComponent = { id: 'f', type: 'FileList', title: 'Files', files: [] };
  const { levels } = pageHeadings([person, header('a', 'People', 3), files]);
  expect([levels.get(person), levels.get(files)]).toEqual([2, 4]);
});

test.each([
  ['null instead of a list', null],
  ['a list without valid components', [null, 4, 'x', {}]],
  ['a list with invalid columns', [{ id: 'a', type: 'Columns', columns: [null, { components: 3 }] }]],
  ['a header whose text is not a string', [{ id: 'a', type: 'Header', level: 2, text: { b: 1 } }]],
  ['a part without a list', [{ id: 'a', type: 'Columns' }]],
])('%s has no headings', (_, tree) => {
  expect(outline(tree as ComponentTree)).toEqual([]);
});

test('an invalid header level counts as 2', () => {
  expect(outline([header('a', 'Deep', 99), header('b', 'None', Number.NaN)]).map(({ level }) => level)).toEqual([2, 2]);
});
