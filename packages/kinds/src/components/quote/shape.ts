import { z } from 'zod/mini';
import { emptyText, type ComponentShape, type ExampleOf } from '../../base/component.ts';
import { ComponentId } from '../../base/contentBase.ts';
import { exampleText } from '../../base/examples.ts';
import { RichText } from '../../base/richText.ts';

export const MAX_ATTRIBUTION = 200;

export const Quote = z.object({
  id: ComponentId,
  type: z.literal('Quote'),
  body: RichText,
  attribution: z.optional(z.string().check(z.maxLength(MAX_ATTRIBUTION))),
});
export type Quote = z.infer<typeof Quote>;

export const shape = {
  words: { body: 'read', attribution: 'read' },
  blank: () => ({ body: emptyText() }),
  needs: null,
} satisfies ComponentShape<Quote>;

export const example: ExampleOf<Quote> = { body: exampleText('Put it in writing.'), attribution: 'Ellen Ward' };
