import { z } from 'zod/mini';
import { emptyText, type ComponentShape, type ExampleOf } from '../../base/component.ts';
import { ComponentId } from '../../base/contentBase.ts';
import { exampleInline } from '../../base/examples.ts';
import { RichText } from '../../base/richText.ts';

export const BodyText = z.object({ id: ComponentId, type: z.literal('BodyText'), body: RichText });
export type BodyText = z.infer<typeof BodyText>;

export const shape = {
  words: { body: 'read' },
  blank: () => ({ body: emptyText() }),
  needs: null,
} satisfies ComponentShape<BodyText>;

export const example: ExampleOf<BodyText> = {
  body: {
    type: 'doc',
    content: [
      { type: 'paragraph', content: exampleInline('Some words.') },
      { type: 'codeBlock', content: [{ type: 'text', text: 'a = b' }, { type: 'hardBreak' }] },
    ],
  },
};
