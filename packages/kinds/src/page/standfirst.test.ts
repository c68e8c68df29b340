import type { ComponentTree, ContentComponent } from '../content.ts';
import type { InlineText } from '../base/richText.ts';
import { expect, test } from 'vitest';
import { standfirst } from './standfirst.ts';

const body = (...paragraphs: InlineText[]): ContentComponent => ({
  id: 'b',
  type: 'BodyText',
  body: { type: 'doc', content: paragraphs.map((content) => ({ type: 'paragraph', content })) },
});
const words = (text: string): InlineText => [{ type: 'text', text }];

test.each([
  ['verbatim', 'Rates are unchanged.', [body(words('Rates are unchanged.'), words('More.'))]],
  [
    'cut off with an ellipsis',
    'Rates are unchanged. In recent…',
    [body(words('Rates are unchanged. In recent months, more.'))],
  ],
  [
    'cut off with dots',
    'Rates are unchanged. In recent ...',
    [body(words('Rates are unchanged. In recent months, more.'))],
  ],
  [
    'across paragraphs and marks',
    'Rates are unchanged. More.',
    [
      body(
        [
          { type: 'text', text: 'Rates are ' },
          { type: 'text', text: 'unchanged.', marks: [{ type: 'bold' }] },
        ],
        words('More.'),
      ),
    ],
  ],
])(
  'a description that repeats the beginning of the text (%s) is left out',
  (_, description, components: ComponentTree) => {
    expect(standfirst({ description, components })).toBeUndefined();
  },
);

test.each([
  ['says something else', 'What the committee decided.', [body(words('Rates are unchanged.'))]],
  ['appears further down', 'More.', [body(words('Rates are unchanged.'), words('More.'))]],
  ['is below a header', 'Rates', [{ id: 'h', type: 'Header', level: 2, text: 'Decision' }, body(words('Rates'))]],
  ['has no text below it', 'Rates', []],
  [
    'has a broken text below it',
    'Rates',
    [{ id: 'b', type: 'BodyText', body: { content: [null, 7, { content: 'x' }] } }, null],
  ],
])('a description that %s is shown', (_, description, components) => {
  expect(standfirst({ description, components: components as ComponentTree })).toBe(description);
});

test('an empty description is left out', () => {
  expect(standfirst({ description: ' ', components: [] })).toBeUndefined();
});
