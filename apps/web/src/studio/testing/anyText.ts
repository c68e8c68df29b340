import type { ListItem } from '@portico/kinds/parts';
import type { Inline, InlineText, Mark, RichText } from '@portico/kinds/richText';
import { safeHrefs } from '@portico/testing/hostileTexts';
import fc from 'fast-check';

const words = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    fc.string({
      unit: fc.constantFrom(' ', 'a', '\n', '\t', 'é', '👩‍👩‍👧', '\u00a0', 'ع', '<', '&'),
      minLength: 1,
      maxLength: 6,
    }),
  )
  .filter((text) => text.isWellFormed() && !text.includes('\u0000'));

const mark: fc.Arbitrary<Mark> = fc.oneof(
  fc.constantFrom('bold', 'italic', 'strike', 'code').map((type) => ({ type }) as Mark),
  fc.constantFrom(...safeHrefs).map((href): Mark => ({ type: 'link', attrs: { href } })),
);

const inline: fc.Arbitrary<Inline> = fc.oneof(
  { weight: 4, arbitrary: words.map((text): Inline => ({ type: 'text', text })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(words, fc.uniqueArray(mark, { minLength: 1, maxLength: 5, selector: ({ type }) => type }))
      .map(([text, marks]): Inline => ({ type: 'text', text, marks })),
  },
  { weight: 1, arbitrary: fc.constant<Inline>({ type: 'hardBreak' }) },
);

export const anyInlineText: fc.Arbitrary<InlineText> = fc.array(inline, { maxLength: 6 });

export const anyRichText: fc.Arbitrary<RichText> = fc
  .array(
    fc.record(
      { type: fc.constantFrom('paragraph' as const, 'codeBlock' as const), content: anyInlineText },
      { requiredKeys: ['type'] },
    ),
    { maxLength: 5 },
  )
  .map((content) => ({ type: 'doc', content }));

export const anyListItems: fc.Arbitrary<ListItem[]> = fc.letrec<{ items: ListItem[] }>((tie) => ({
  items: fc.array(
    fc.record(
      {
        content: anyInlineText,
        ordered: fc.boolean(),
        items: fc.oneof({ maxDepth: 3 }, fc.constant<ListItem[]>([]), tie('items')),
      },
      { requiredKeys: ['content'] },
    ),
    { minLength: 1, maxLength: 3 },
  ),
})).items;
