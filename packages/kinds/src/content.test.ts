import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { safeHrefs, unsafeHrefs } from '@portico/testing/hostileTexts';
import { describe, expect, test } from 'vitest';
import { isValid, times, withValue } from './testing/componentValues.ts';
import { ComponentTree, slotsOf, walkComponents, type ContentComponent } from './content.ts';
import { CreatorInfo } from './base/itemParts.ts';
import { isSafeHref } from './base/safeHref.ts';

const kinds = Object.keys(oneOfEachKind) as (keyof typeof oneOfEachKind)[];

/** Source: spec §3. */
const specified =
  'Header BodyText BulletedList Link Quote Callout Divider Image ImageGallery Table Columns ExpandCollapse Tile ' +
  'IconsList ContactLink HeadshotName HeadshotDetails FileList Video Checklist Form TextField TextArea DropDownList ' +
  'SingleChoice MultiChoice Checkbox FileUpload TitleAndDescription';

test('the 29 kinds of components of the specification exist, and the example of each kind is valid [COMP-001]', () => {
  expect(specified.split(' ').filter((kind) => !kinds.some((one) => one === kind))).toEqual([]);
  for (const kind of kinds)
    expect(ComponentTree.safeParse([oneOfEachKind[kind]]).data, kind).toEqual([oneOfEachKind[kind]]);
});

test('a creator can only be a user, an administrator or the system [USER-015]', () => {
  for (const kind of ['User', 'Admin', 'System']) expect(CreatorInfo.safeParse({ kind }).success).toBe(true);
  for (const kind of ['user', 'Editor', '', null]) expect(CreatorInfo.safeParse({ kind }).success).toBe(false);
});

test.each(['Hologram', 'header', 'constructor', '__proto__', '', null, undefined, 7])(
  'a component of kind %j is rejected [COMP-001]',
  (type) => {
    expect(isValid({ ...oneOfEachKind.Divider, type })).toBe(false);
  },
);

test.each([null, 'words', 7, {}, [[]], [null], [[oneOfEachKind.Divider]]])('%j is not a component tree', (tree) => {
  expect(ComponentTree.safeParse(tree).success).toBe(false);
});

test.each(kinds)('parsing %s removes properties that the contract does not define', (kind) => {
  const stored = ComponentTree.safeParse([
    {
      ...oneOfEachKind[kind],
      style: 'position:fixed',
      dangerouslySetInnerHTML: { __html: '<b>' },
      onClick: 'x',
      className: 'x',
    },
  ]);
  expect(stored.data).toEqual([oneOfEachKind[kind]]);
});

describe('links', () => {
  test.each(unsafeHrefs)('%j is rejected as an address [X2]', (href) => {
    expect(isSafeHref(href)).toBe(false);
  });

  test.each(safeHrefs)('%j is accepted as an address [X2]', (href) => {
    expect(isSafeHref(href)).toBe(true);
  });

  const linkPaths: [kind: keyof typeof oneOfEachKind, path: string][] = [
    ['Link', 'href'],
    ['Callout', 'link.href'],
    ['Tile', 'link.href'],
    ['ContactLink', 'link.href'],
    ['IconsList', 'items.0.link.href'],
    ['ImageGallery', 'images.0.link.href'],
    ['BodyText', 'body.content.0.content.0.marks.1.attrs.href'],
    ['BulletedList', 'items.0.items.0.content.0.marks.1.attrs.href'],
    ['Table', 'rows.0.0.0.marks.1.attrs.href'],
    ['Checklist', 'items.0.content.0.marks.1.attrs.href'],
  ];
  test.each(linkPaths)('are checked in %s at %s [X1, X2]', (kind, path) => {
    expect(unsafeHrefs.filter((href) => isValid(withValue(oneOfEachKind[kind], path, href)))).toEqual([]);
    expect(safeHrefs.filter((href) => !isValid(withValue(oneOfEachKind[kind], path, href)))).toEqual([]);
  });
});

describe('a component tree', () => {
  const part = (id: string, ...components: unknown[]) => ({ id, type: 'ExpandCollapse', title: 'x', components });
  const nested = (depth: number): unknown =>
    depth === 1 ? oneOfEachKind.Divider : part(`p${depth}`, nested(depth - 1));

  test('can be at most four components deep, whatever the container', () => {
    expect(isValid(nested(4))).toBe(true);
    expect(isValid(nested(5))).toBe(false);
    const inColumns = (depth: number): unknown =>
      depth === 1
        ? oneOfEachKind.Divider
        : { id: `c${depth}`, type: 'Columns', columns: [{ components: [inColumns(depth - 1)] }, { components: [] }] };
    expect(isValid(inColumns(4))).toBe(true);
    expect(isValid(inColumns(5))).toBe(false);
  });

  test.each([100, 10_000, 200_000])('of %i nested components is rejected', (depth) => {
    let deep: unknown = oneOfEachKind.Divider;
    for (let n = 0; n < depth; n += 1) deep = part(`p${n}`, deep);
    expect(isValid(deep)).toBe(false);
  });

  test('of endlessly nested lists is rejected too', () => {
    let deep: unknown = { content: [{ type: 'text', text: 'x' }] };
    for (let n = 0; n < 50_000; n += 1) deep = { content: [], items: [deep] };
    expect(isValid({ ...oneOfEachKind.BulletedList, items: [deep] })).toBe(false);
  });

  test('has at most 1000 components, including nested ones', () => {
    const many = (count: number) => times(count, (n) => ({ id: `d${n}`, type: 'Divider' }));
    expect(isValid(...many(1000))).toBe(true);
    expect(isValid(...many(1001))).toBe(false);
    expect(isValid(part('p', ...many(100)), ...many(900).map((one) => ({ ...one, id: `x${one.id}` })))).toBe(false);
    expect(isValid(part('p', ...many(100)), ...many(899).map((one) => ({ ...one, id: `x${one.id}` })))).toBe(true);
  });

  test('rejects duplicate ids, also in nested components', () => {
    expect(isValid(oneOfEachKind.Divider, oneOfEachKind.Divider)).toBe(false);
    expect(isValid(part('p', oneOfEachKind.Divider), oneOfEachKind.Divider)).toBe(false);
    expect(isValid(part('p', oneOfEachKind.Divider), { ...oneOfEachKind.Divider, id: 'other' })).toBe(true);
  });

  test('is walked in reading order with the depth of each', () => {
    const tree = [
      part('a', {
        id: 'b',
        type: 'Columns',
        columns: [{ components: [{ id: 'c', type: 'Divider' }] }, { components: [{ id: 'd', type: 'Divider' }] }],
      }),
      { id: 'e', type: 'Divider' },
    ] as ContentComponent[];
    expect([...walkComponents(tree)].map(({ component, depth }) => `${component.id}${depth}`)).toEqual([
      'a1',
      'b2',
      'c3',
      'd3',
      'e1',
    ]);
  });

  test.each([
    null,
    undefined,
    7,
    'x',
    {},
    [null],
    [7],
    [{ type: 'Columns' }],
    [{ type: 'Columns', columns: [null, 7, { components: 'x' }] }],
    [{ type: 'ExpandCollapse', components: { length: 3 } }],
  ])('%j can be walked although it is not a valid tree', (tree) => {
    expect([...walkComponents(tree as ContentComponent[])].length).toBeLessThanOrEqual(1);
    if (Array.isArray(tree)) expect(slotsOf(tree[0] as ContentComponent).flat()).toEqual([]);
  });
});
