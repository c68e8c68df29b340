import { oneOfEachKind } from '@portico/testing/components';
import { safeHrefs, unsafeHrefs } from '@portico/testing/hostileTexts';
import { describe, expect, test } from 'vitest';
import { ComponentTree, CreatorInfo, componentsIn, walkComponents, type ContentComponent } from './content.ts';
import { isSafeHref } from './safeHref.ts';

const kinds = Object.keys(oneOfEachKind) as (keyof typeof oneOfEachKind)[];
const isValid = (...components: unknown[]) => ComponentTree.safeParse(components).success;
const words = (length: number) => 'x'.repeat(length);
const times = <Entry>(count: number, make: (position: number) => Entry) =>
  Array.from({ length: count }, (_, position) => make(position));

/** A copy with the value at `path` (`link.href`, `items.0.title`) replaced; left out when the value is undefined. */
function withValue(component: object, path: string, value: unknown): object {
  const copy = structuredClone(component);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce<Record<string, unknown>>(
    (at, key) => at[key] as Record<string, unknown>,
    copy as Record<string, unknown>,
  );
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}

test('there are 29 kinds, each complete and valid [COMP-001]', () => {
  expect(kinds).toHaveLength(29);
  for (const kind of kinds)
    expect(ComponentTree.safeParse([oneOfEachKind[kind]]).data, kind).toEqual([oneOfEachKind[kind]]);
});

test('an author is a user, an administrator or the system, and nobody else [USER-015]', () => {
  for (const kind of ['User', 'Admin', 'System']) expect(CreatorInfo.safeParse({ kind }).success).toBe(true);
  for (const kind of ['user', 'Editor', '', null]) expect(CreatorInfo.safeParse({ kind }).success).toBe(false);
});

test.each(['Hologram', 'header', 'constructor', '__proto__', '', null, undefined, 7])(
  'the kind %j is rejected [COMP-001]',
  (type) => {
    expect(isValid({ ...oneOfEachKind.Divider, type })).toBe(false);
  },
);

test.each([null, 'words', 7, {}, [[]], [null], [[oneOfEachKind.Divider]]])('%j is no tree', (tree) => {
  expect(ComponentTree.safeParse(tree).success).toBe(false);
});

/** Longest and shortest of each text, and other limits of each field: kind, path, accepted values, rejected values. */
const item = { content: [{ type: 'text', text: 'x' }] };
const image = oneOfEachKind.Image.image;
const cells = (count: number) => times(count, () => item.content);
const file = oneOfEachKind.FileList.files[0];
const caption = oneOfEachKind.Video.captions[0];
const option = (n: number) => ({ value: `v${n}`, label: 'x' });
const aboutFirst = { visibility: 'Show', match: 'All', rules: [{ field: 'a1', operator: 'Is', value: '' }] };
const formField = (n: number) => ({ id: `f${n}`, type: 'TextField', alias: `a${n}`, label: 'x' });

const limits: [kind: keyof typeof oneOfEachKind, path: string, accepted: unknown[], rejected: unknown[]][] = [
  ['Header', 'text', ['x', words(300)], ['', words(301), undefined, 7, ['x']]],
  ['Header', 'level', [2, 3, 4], [1, 5, 2.5, '2', undefined]],
  ['Header', 'id', ['a', 'A-z_9', words(64)], ['', words(65), 'a b', 'a.b', 'a"b', '<a>', 'é', undefined, 7]],
  [
    'BodyText',
    'body',
    [
      { type: 'doc', content: [] },
      { type: 'doc', content: times(500, () => ({ type: 'paragraph' })) },
    ],
    [
      undefined,
      'x',
      { type: 'html', content: [] },
      { type: 'doc', content: times(501, () => ({ type: 'paragraph' })) },
      { type: 'doc', content: [{ type: 'image', src: 'x' }] },
    ],
  ],
  ['BodyText', 'body.content.0.content.0.text', ['x', words(20_000)], ['', words(20_001), undefined]],
  [
    'BodyText',
    'body.content.0.content',
    [undefined, [], times(500, () => ({ type: 'hardBreak' }))],
    [times(501, () => ({ type: 'hardBreak' })), [{ type: 'html', html: '<b>' }]],
  ],
  [
    'BodyText',
    'body.content.0.content.0.marks',
    [undefined, [], times(5, () => ({ type: 'bold' }))],
    [times(6, () => ({ type: 'bold' })), [{ type: 'glow' }], [{ type: 'link' }]],
  ],
  ['BulletedList', 'items', [times(200, () => item)], [[], times(201, () => item), undefined]],
  ['BulletedList', 'items.0.items', [undefined, times(200, () => item)], [times(201, () => item)]],
  ['BulletedList', 'start', [undefined, 0, 7], [-1, 1.5, '1']],
  ['BulletedList', 'ordered', [true, false], [undefined, 'yes']],
  ['Link', 'text', ['x', words(200)], ['', words(201), undefined]],
  ['Link', 'href', [`/${words(2047)}`], [`/${words(2048)}`, undefined]],
  ['Link', 'description', [undefined, '', words(500)], [words(501)]],
  ['Link', 'openInNewTab', [undefined, false], ['_blank']],
  ['Quote', 'attribution', [undefined, words(200)], [words(201)]],
  ['Callout', 'kind', ['Tip', 'Info', 'Note', 'Warning'], ['Shout', undefined]],
  ['Callout', 'title', [undefined, words(200)], [words(201)]],
  ['Callout', 'body', [{ type: 'doc', content: [] }], [undefined, 'x']],
  ['Callout', 'link', [undefined], [null, {}, { text: 'x' }, { text: '', href: '/' }, { text: words(201), href: '/' }]],
  ['Quote', 'body', [{ type: 'doc', content: [] }], [undefined, 'x']],
  ['Image', 'caption', [undefined, words(500)], [words(501)]],
  ['Image', 'size', ['Big', 'Medium', 'Small'], ['Huge', undefined]],
  ['Image', 'alignment', ['Left', 'Center', 'Right'], ['Justify', undefined]],
  ['Image', 'image.id', [], ['x', '../../x', 'https://evil.example/', undefined]],
  ['Image', 'image.alt', ['', words(500)], [words(501), undefined]],
  ['Image', 'image.width', [1], [0, -1, 1.5, '100%']],
  ['Image', 'image.widths', [[320], times(8, () => 320)], [[], times(9, () => 320), ['320'], [0]]],
  ['ImageGallery', 'images', [times(50, () => ({ image }))], [[], times(51, () => ({ image })), [{}]]],
  ['ImageGallery', 'images.0.title', [undefined, words(200)], [words(201)]],
  ['ImageGallery', 'images.0.text', [undefined, words(500)], [words(501)]],
  ['Table', 'align', [['Left'], times(20, () => 'Right')], [[], times(21, () => 'Left'), ['Top']]],
  ['Table', 'header', [[], cells(20)], [cells(21), undefined]],
  [
    'Table',
    'rows',
    [[], [[]], [cells(20)], times(500, () => cells(1))],
    [[cells(21)], times(501, () => cells(1)), undefined],
  ],
  ['Table', 'caption', [undefined, words(300)], [words(301)]],
  ['Tile', 'title', ['x', words(200)], ['', words(201), undefined]],
  ['Tile', 'text', [undefined, words(500)], [words(501)]],
  ['Tile', 'size', ['Big'], ['Huge', undefined]],
  ['Tile', 'image', [undefined], [null, 'x']],
  [
    'IconsList',
    'items',
    [times(50, () => ({ icon: 'Star', title: 'x' }))],
    [[], times(51, () => ({ icon: 'Star', title: 'x' }))],
  ],
  ['IconsList', 'items.0.icon', ['Calendar', 'Warning'], ['constructor', 'calendar', '<svg>', undefined]],
  ['IconsList', 'items.0.title', ['x', words(200)], ['', words(201)]],
  ['IconsList', 'items.0.text', [undefined, words(500)], [words(501)]],
  ['ContactLink', 'name', ['x', words(200)], ['', words(201), undefined]],
  ['ContactLink', 'role', [undefined, words(200)], ['', words(201)]],
  [
    'ContactLink',
    'email',
    [undefined, 'a.b+c@d.example', `${words(64)}@${words(60)}.example`],
    [
      '',
      'a',
      'a@b',
      'a@b.example?bcc=x@y.example',
      'a@b.example,c@d.example',
      'a@b.example\r\nbcc:x',
      `${words(250)}@b.example`,
    ],
  ],
  [
    'ContactLink',
    'phone',
    [undefined, '123', '+1 (617) 555-0100', words(31).replaceAll('x', '1')],
    ['', '12', 'javascript:1', '+1;ext=2', '1+1', words(32).replaceAll('x', '1')],
  ],
  ['HeadshotName', 'name', ['x', words(200)], ['', words(201), undefined]],
  ['HeadshotName', 'image', [null], [undefined, 'x']],
  ['HeadshotDetails', 'alignment', ['Left', 'Right'], ['Center', undefined]],
  ['HeadshotDetails', 'name', ['x', words(200)], ['', words(201), undefined]],
  ['HeadshotDetails', 'role', [undefined, words(200)], ['', words(201)]],
  ['HeadshotDetails', 'image', [null], [undefined, 'x']],
  ['HeadshotDetails', 'email', [undefined, 'a@b.example'], ['', 'a', 'a@b.example?bcc=x@y.example']],
  ['HeadshotDetails', 'phone', [undefined, '617 555 0100', '(617) 555-0100'], ['', '12', 'javascript:1']],
  ['HeadshotDetails', 'body', [{ type: 'doc', content: [] }], [undefined]],
  ['FileList', 'files', [times(100, () => file)], [[], times(101, () => file)]],
  ['FileList', 'title', [undefined, words(200)], ['', words(201)]],
  ['FileList', 'files.0.title', ['x', words(300)], ['', words(301)]],
  ['FileList', 'files.0.format', ['PDF', 'VTT'], ['EXE', 'pdf', undefined]],
  ['FileList', 'files.0.bytes', [0, 5_000_000_000], [-1, 1.5, '1', undefined]],
  ['FileList', 'files.0.documentId', [], ['x', '../x', undefined]],
  ['Video', 'title', ['x', words(300)], ['', words(301), undefined]],
  [
    'Video',
    'source',
    [
      { host: 'Vimeo', videoId: '123456' },
      { host: 'Vimeo', videoId: words(12).replaceAll('x', '1') },
      { host: 'Portal', documentId: caption?.documentId, format: 'MP4' },
    ],
    [
      undefined,
      { host: 'Evil', videoId: '123456' },
      { host: 'Vimeo', videoId: '12345' },
      { host: 'Vimeo', videoId: words(13).replaceAll('x', '1') },
      { host: 'Vimeo', videoId: '1234567?x' },
      { host: 'Portal', documentId: 'x', format: 'MP4' },
      { host: 'Portal', documentId: caption?.documentId, format: 'PDF' },
      { host: 'YouTube', url: 'https://evil.example/' },
    ],
  ],
  [
    'Video',
    'source.videoId',
    ['abcdefghi_-'],
    ['abcdefghij', 'abcdefghijkl', '../../../x', 'abcdefghi?x', 'abcdefghij\n', 'https://you'],
  ],
  ['Video', 'poster', [undefined], [null, 'https://evil.example/x.png']],
  ['Video', 'transcript', [undefined, { type: 'doc', content: [] }], [null, 'x']],
  ['Video', 'captions', [[], times(20, () => caption)], [times(21, () => caption), undefined]],
  ['Video', 'captions.0.language', ['en', 'fil', 'pt-BR'], ['EN', 'e', 'english', 'en-us', '']],
  ['Video', 'captions.0.label', ['x', words(100)], ['', words(101)]],
  [
    'Checklist',
    'items',
    [times(100, (n) => ({ id: `i${n}`, content: [] }))],
    [
      [],
      times(101, (n) => ({ id: `i${n}`, content: [] })),
      [
        { id: 'a', content: [] },
        { id: 'a', content: [] },
      ],
    ],
  ],
  ['Checklist', 'dueDate', [undefined, '2028-02-29'], ['2026-02-29', '2026-4-1', 'tomorrow', '2026-04-15T00:00:00Z']],
  ['Checklist', 'title', [undefined, words(200)], ['', words(201)]],
  ['Form', 'formId', [], ['x', undefined]],
  ['Form', 'title', ['x', words(300)], ['', words(301)]],
  ['Form', 'description', [undefined, words(2000)], [words(2001)]],
  [
    'Form',
    'fields',
    [times(200, formField), [oneOfEachKind.Divider], [formField(1), { ...formField(2), condition: aboutFirst }]],
    [
      [],
      times(201, formField),
      [formField(1), { ...formField(2), id: 'f1' }],
      [formField(1), { ...formField(2), alias: 'a1' }],
      [{ ...formField(1), condition: aboutFirst }],
      [{ ...formField(2), condition: aboutFirst }],
      [oneOfEachKind.Form],
    ],
  ],
  ['TextField', 'maxLength', [undefined, 1, 1000], [0, 1001]],
  ['TextField', 'minLength', [undefined, 0, 100], [-1, 101]],
  ['TextField', 'format', [undefined, 'Text', 'Number', 'Date', 'Email', 'Phone'], ['Html', '']],
  ['TextField', 'min', [undefined, 'x'], ['', words(41)]],
  [
    'TextField',
    'pattern',
    [undefined, { expression: 'x', message: 'x' }],
    [
      { expression: '', message: 'x' },
      { expression: words(201), message: 'x' },
      { expression: 'x', message: '' },
    ],
  ],
  ['TextField', 'alias', ['a', `A${words(63)}`, 'a_1'], ['', '1a', `A${words(64)}`, 'a-b', '__proto__', undefined]],
  ['TextField', 'label', ['x', words(300)], ['', words(301), undefined]],
  ['TextField', 'helpText', [undefined, words(500)], [words(501)]],
  ['TextArea', 'maxLength', [1, 20_000], [0, 20_001]],
  ['TextArea', 'minLength', [0, 1000], [1001]],
  ['TextArea', 'placeholder', [undefined, words(200)], ['', words(201)]],
  ['DropDownList', 'options', [times(200, option)], [[], times(201, option), [option(1), option(1)]]],
  ['SingleChoice', 'options', [[option(1)]], [[], [{ value: '', label: 'x' }]]],
  ['MultiChoice', 'maxChoices', [undefined, 1, 200], [0, 201]],
  ['MultiChoice', 'minChoices', [undefined, 0, 1], [-1, 3]],
  ['MultiChoice', 'options.0.label', ['x', words(300)], ['', words(301)]],
  ['Checkbox', 'state', [undefined, 'Checked', 'Unchecked'], [true, 'On']],
  ['FileUpload', 'formats', [undefined, ['PDF']], [[], ['EXE']]],
  ['FileUpload', 'maxBytes', [undefined, 1, 25_000_000], [0, 25_000_001]],
  ['FileUpload', 'maxFiles', [undefined, 1, 10], [0, 11]],
  ['FileUpload', 'label', ['x'], ['', undefined]],
  ['TitleAndDescription', 'title', ['x', words(300)], ['', words(301), undefined]],
  ['TitleAndDescription', 'description', [undefined, words(2000)], [words(2001)]],
  [
    'Columns',
    'columns',
    [times(2, () => ({ components: [] })), times(4, () => ({ components: [] }))],
    [[{ components: [] }], times(5, () => ({ components: [] })), [{}, {}], undefined],
  ],
  ['ExpandCollapse', 'title', ['x', words(300)], ['', words(301), undefined]],
  [
    'ExpandCollapse',
    'components',
    [[], times(200, (n) => ({ id: `d${n}`, type: 'Divider' }))],
    [times(201, (n) => ({ id: `d${n}`, type: 'Divider' })), undefined, [null]],
  ],
];

test.each(limits)('%s keeps the limits of %s', (kind, path, accepted, rejected) => {
  for (const value of accepted)
    expect(
      isValid(withValue(oneOfEachKind[kind], path, value)),
      `${JSON.stringify(value)?.slice(0, 80)} is accepted`,
    ).toBe(true);
  for (const value of rejected)
    expect(
      isValid(withValue(oneOfEachKind[kind], path, value)),
      `${JSON.stringify(value)?.slice(0, 80)} is rejected`,
    ).toBe(false);
});

test.each(kinds)('%s loses what the contract does not name when it is stored', (kind) => {
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
  test.each(unsafeHrefs)('%j may be no address [X2]', (href) => {
    expect(isSafeHref(href)).toBe(false);
  });

  test.each(safeHrefs)('%j may be an address [X2]', (href) => {
    expect(isSafeHref(href)).toBe(true);
  });

  const places: [kind: keyof typeof oneOfEachKind, path: string][] = [
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
  test.each(places)('are checked in %s at %s [X1, X2]', (kind, path) => {
    expect(unsafeHrefs.filter((href) => isValid(withValue(oneOfEachKind[kind], path, href)))).toEqual([]);
    expect(safeHrefs.filter((href) => !isValid(withValue(oneOfEachKind[kind], path, href)))).toEqual([]);
  });
});

describe('a tree', () => {
  const part = (id: string, ...components: unknown[]) => ({ id, type: 'ExpandCollapse', title: 'x', components });
  const nested = (depth: number): unknown =>
    depth === 1 ? oneOfEachKind.Divider : part(`p${depth}`, nested(depth - 1));

  test('may be four components deep and no more, whatever holds them', () => {
    expect(isValid(nested(4))).toBe(true);
    expect(isValid(nested(5))).toBe(false);
    const inColumns = (depth: number): unknown =>
      depth === 1
        ? oneOfEachKind.Divider
        : { id: `c${depth}`, type: 'Columns', columns: [{ components: [inColumns(depth - 1)] }, { components: [] }] };
    expect(isValid(inColumns(4))).toBe(true);
    expect(isValid(inColumns(5))).toBe(false);
  });

  test.each([100, 10_000, 200_000])('of %i nested components is rejected, and quickly', (depth) => {
    let deep: unknown = oneOfEachKind.Divider;
    for (let n = 0; n < depth; n += 1) deep = part(`p${n}`, deep);
    const begun = performance.now();
    expect(isValid(deep)).toBe(false);
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  test('of endlessly nested lists is rejected too', () => {
    let deep: unknown = item;
    for (let n = 0; n < 50_000; n += 1) deep = { content: [], items: [deep] };
    expect(isValid({ ...oneOfEachKind.BulletedList, items: [deep] })).toBe(false);
  });

  test('has at most 1000 components, those inside others counted', () => {
    const many = (count: number) => times(count, (n) => ({ id: `d${n}`, type: 'Divider' }));
    expect(isValid(...many(1000))).toBe(true);
    expect(isValid(...many(1001))).toBe(false);
    expect(isValid(part('p', ...many(100)), ...many(900).map((one) => ({ ...one, id: `x${one.id}` })))).toBe(false);
    expect(isValid(part('p', ...many(100)), ...many(899).map((one) => ({ ...one, id: `x${one.id}` })))).toBe(true);
  });

  test('gives every component its own id, also inside others', () => {
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
  ])('%j can be walked though it is none', (tree) => {
    expect([...walkComponents(tree as ContentComponent[])].length).toBeLessThanOrEqual(1);
    if (Array.isArray(tree)) expect(componentsIn(tree[0] as ContentComponent)).toEqual([]);
  });
});
