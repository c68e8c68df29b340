import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { expect, test } from 'vitest';
import type { z } from 'zod/mini';
import { schemas } from './components.generated.ts';
import type { ComponentKind } from './content.ts';
import { isValid, times, withValue } from './testing/componentValues.ts';

const words = (length: number) => 'x'.repeat(length);
const item = { content: [{ type: 'text', text: 'x' }] };
const image = oneOfEachKind.Image.image;
const cells = (count: number) => times(count, () => item.content);
const file = oneOfEachKind.FileList.files[0];
const caption = oneOfEachKind.Video.captions[0];
const option = (n: number) => ({ value: `v${n}`, label: 'x' });
const aboutFirst = { visibility: 'Show', match: 'All', rules: [{ field: 'a1', operator: 'Is', value: '' }] };
const formField = (n: number) => ({ id: `f${n}`, type: 'TextField', alias: `a${n}`, label: 'x' });

interface Limit {
  path: string;
  accepted: unknown[];
  rejected: unknown[];
}

/** Copies of an entry; their own ids and names differ, because most lists reject equal ones. */
function entriesLike(entry: unknown, count: number): unknown[] {
  const ownName = /"(id|value|alias)":"[\w-]{1,30}"/g;
  return times(count, (n) => JSON.parse(JSON.stringify(entry).replaceAll(ownName, `"$1":"n${n}"`)) as unknown);
}

/** What the length, the number of entries and the presence of each part of an object may be, from its schema. */
function limitsIn(schema: z.core.$ZodType, value: unknown, path = ''): Limit[] {
  const { def } = (schema as z.core.$ZodTypes)['_zod'];
  if (def.type === 'nullable') return limitsIn(def.innerType, value, path);
  if (def.type === 'lazy') return limitsIn(def.getter(), value, path);
  if (def.type === 'optional')
    return [{ path, accepted: [undefined], rejected: [] }, ...limitsIn(def.innerType, value, path)];
  if (def.type === 'object' && typeof value === 'object' && value !== null)
    return Object.entries<z.core.$ZodType>(def.shape).flatMap(([name, part]) => {
      const at = path === '' ? name : `${path}.${name}`;
      const isRequired = part['_zod'].optin === undefined && name !== 'type';
      return [
        ...(isRequired ? [{ path: at, accepted: [], rejected: [undefined] }] : []),
        ...limitsIn(part, Reflect.get(value, name), at),
      ];
    });
  if (def.type !== 'string' && def.type !== 'array') return [];
  const checks = (def.checks ?? []).map((check) => (check as z.core.$ZodChecks)['_zod'].def);
  const min = checks.find((check) => check.check === 'min_length')?.minimum ?? 0;
  const max = checks.find((check) => check.check === 'max_length')?.maximum;
  if (def.type === 'string') {
    const isFreeText = checks.every(({ check }) => /^(?:min|max)_length$/.test(check)) && !('format' in def);
    if (!isFreeText) return max === undefined ? [] : [{ path, accepted: [], rejected: [words(max + 1)] }];
    // A text without a maximum is no limit that could be tested; this fails.
    if (max === undefined) return [{ path, accepted: [], rejected: [words(100_000)] }];
    return [
      { path, accepted: [words(Math.max(min, 1)), words(max)], rejected: [words(max + 1), ...(min > 0 ? [''] : [])] },
    ];
  }
  const entry: unknown = Array.isArray(value) ? value[0] : undefined;
  if (entry === undefined) return [];
  return [
    {
      path,
      accepted: max === undefined ? [] : [entriesLike(entry, max)],
      rejected: [entriesLike(entry, (max ?? 100_000) + 1), ...(min > 0 ? [[]] : [])],
    },
    ...limitsIn(def.element, entry, `${path}.0`),
  ];
}

/** Exactly one of them must be right, so their number is tested with the limits below. */
const DEPENDENT = 'questions.0.choices';

const derived = (Object.keys(oneOfEachKind) as ComponentKind[]).flatMap((kind) =>
  limitsIn(schemas[kind], oneOfEachKind[kind])
    .filter(({ path }) => path !== DEPENDENT)
    .map(({ path, accepted, rejected }) => [kind, path, accepted, rejected] as const),
);

const choices = (count: number, right = 1) =>
  times(count, (n) => ({ text: 'x', ...(n < right ? { isRight: true } : {}) }));

/** What a schema does not say by a length: formats, choices, numbers, and what depends on another value. */
const limits: [kind: ComponentKind, path: string, accepted: unknown[], rejected: unknown[]][] = [
  [
    'Confirmation',
    DEPENDENT,
    [
      choices(2),
      choices(8),
      [
        { text: 'x', isRight: true },
        { text: 'y', isRight: false },
      ],
    ],
    [choices(1), choices(9), choices(2, 0), choices(2, 2), [], undefined],
  ],
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
  ['Link', 'href', [`/${words(2047)}`], [`/${words(2048)}`, undefined]],
  ['Link', 'openInNewTab', [undefined, false], ['_blank']],
  ['Callout', 'kind', ['Tip', 'Info', 'Note', 'Warning'], ['Shout', undefined]],
  ['Callout', 'body', [{ type: 'doc', content: [] }], [undefined, 'x']],
  ['Callout', 'link', [undefined], [null, {}, { text: 'x' }, { text: '', href: '/' }, { text: words(201), href: '/' }]],
  ['Quote', 'body', [{ type: 'doc', content: [] }], [undefined, 'x']],
  ['Image', 'size', ['Big', 'Medium', 'Small'], ['Huge', undefined]],
  ['Image', 'alignment', ['Left', 'Center', 'Right'], ['Justify', undefined]],
  ['Image', 'image.id', [], ['x', '../../x', 'https://evil.example/', undefined]],
  ['Image', 'image.width', [1], [0, -1, 1.5, '100%']],
  ['Image', 'image.widths', [[320], times(8, () => 320)], [[], times(9, () => 320), ['320'], [0]]],
  ['ImageGallery', 'images', [times(50, () => ({ image }))], [[], times(51, () => ({ image })), [{}]]],
  ['Table', 'align', [['Left'], times(20, () => 'Right')], [[], times(21, () => 'Left'), ['Top']]],
  ['Table', 'header', [[], cells(20)], [cells(21), undefined]],
  [
    'Table',
    'rows',
    [[], [[]], [cells(20)], times(500, () => cells(1))],
    [[cells(21)], times(501, () => cells(1)), undefined],
  ],
  ['Tile', 'size', ['Big'], ['Huge', undefined]],
  ['Tile', 'image', [undefined], [null, 'x']],
  [
    'IconsList',
    'items',
    [times(50, () => ({ icon: 'Star', title: 'x' }))],
    [[], times(51, () => ({ icon: 'Star', title: 'x' }))],
  ],
  ['IconsList', 'items.0.icon', ['Calendar', 'Warning'], ['constructor', 'calendar', '<svg>', undefined]],
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
  ['HeadshotName', 'image', [null], [undefined, 'x']],
  ['HeadshotDetails', 'alignment', ['Left', 'Right'], ['Center', undefined]],
  ['HeadshotDetails', 'image', [null], [undefined, 'x']],
  ['HeadshotDetails', 'email', [undefined, 'a@b.example'], ['', 'a', 'a@b.example?bcc=x@y.example']],
  [
    'HeadshotDetails',
    'phone',
    [
      undefined,
      '617 555 0100',
      '(617) 555-0100',
      '+44 (0)20 7946 0018',
      '617 555 0100 x123',
      '617 555 0100, ext. 5',
      '(617) 555-0100 Extension 1234567',
      '+1 617-555-0100#9',
    ],
    [
      '',
      '12',
      'javascript:1',
      '617 555 0100 x',
      'x123',
      '617 555 0100 x12345678',
      '617 555 0100 ext. 5; 6',
      '617 555 0100 or 0101',
    ],
  ],
  ['HeadshotDetails', 'body', [{ type: 'doc', content: [] }], [undefined]],
  ['FileList', 'files', [times(100, () => file)], [[], times(101, () => file)]],
  ['FileList', 'files.0.format', ['PDF', 'VTT'], ['EXE', 'pdf', undefined]],
  ['FileList', 'files.0.bytes', [0, 5_000_000_000], [-1, 1.5, '1', undefined]],
  ['FileList', 'files.0.documentId', [], ['x', '../x', undefined]],
  [
    'Video',
    'source',
    [
      { host: 'Vimeo', videoId: '123456' },
      { host: 'Vimeo', videoId: words(12).replaceAll('x', '1') },
      { host: 'Vimeo', videoId: '123456789', hash: 'abcdef0123' },
      { host: 'Portal', documentId: caption?.documentId, format: 'MP4' },
    ],
    [
      undefined,
      { host: 'Evil', videoId: '123456' },
      { host: 'Vimeo', videoId: '12345' },
      { host: 'Vimeo', videoId: words(13).replaceAll('x', '1') },
      { host: 'Vimeo', videoId: '1234567?x' },
      { host: 'Vimeo', videoId: '123456789', hash: 'a&b=c' },
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
  ['Form', 'formId', [], ['x', undefined]],
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
  ['TextArea', 'maxLength', [1, 20_000], [0, 20_001]],
  ['TextArea', 'minLength', [0, 1000], [1001]],
  ['DropDownList', 'options', [times(200, option)], [[], times(201, option), [option(1), option(1)]]],
  ['SingleChoice', 'options', [[option(1)]], [[], [{ value: '', label: 'x' }]]],
  ['MultiChoice', 'maxChoices', [undefined, 1, 200], [0, 201]],
  ['MultiChoice', 'minChoices', [undefined, 0, 1], [-1, 3]],
  ['Checkbox', 'state', [undefined, 'Checked', 'Unchecked'], [true, 'On']],
  ['FileUpload', 'formats', [undefined, ['PDF']], [[], ['EXE']]],
  ['FileUpload', 'maxBytes', [undefined, 1, 25_000_000], [0, 25_000_001]],
  ['FileUpload', 'maxFiles', [undefined, 1, 10], [0, 11]],
  [
    'Columns',
    'columns',
    [times(2, () => ({ components: [] })), times(4, () => ({ components: [] }))],
    [[{ components: [] }], times(5, () => ({ components: [] })), [{}, {}], undefined],
  ],
  [
    'ExpandCollapse',
    'components',
    [[], times(200, (n) => ({ id: `d${n}`, type: 'Divider' }))],
    [times(201, (n) => ({ id: `d${n}`, type: 'Divider' })), undefined, [null]],
  ],
];

test.each([...derived, ...limits])('%s enforces the limits of %s', (kind, path, accepted, rejected) => {
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
