import { z } from 'zod/mini';
import { emptyText, type ComponentShape, type ExampleOf } from '../../base/component.ts';
import { ComponentId } from '../../base/contentBase.ts';
import { exampleLink, exampleText } from '../../base/examples.ts';
import { LinkTarget } from '../../base/parts.ts';
import { RichText } from '../../base/richText.ts';
import { linkWords } from '../../base/words.ts';

export const CalloutKind = z.enum(['Tip', 'Info', 'Note', 'Warning']);
export type CalloutKind = z.infer<typeof CalloutKind>;

export const MAX_CALLOUT_TITLE = 200;

export const Callout = z.object({
  id: ComponentId,
  type: z.literal('Callout'),
  kind: CalloutKind,
  title: z.optional(z.string().check(z.maxLength(MAX_CALLOUT_TITLE))),
  body: RichText,
  link: z.optional(LinkTarget),
});
export type Callout = z.infer<typeof Callout>;

export const shape = {
  words: { title: 'read', body: 'read', link: linkWords },
  blank: () => ({ kind: 'Info', body: emptyText() }),
  needs: null,
} satisfies ComponentShape<Callout>;

export const example: ExampleOf<Callout> = { kind: 'Tip', title: 'Ask first', body: exampleText(), link: exampleLink };
