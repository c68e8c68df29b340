import { z } from 'zod/mini';
import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { ComponentId } from '../../base/contentBase.ts';
import { exampleLink } from '../../base/examples.ts';
import { LinkTarget } from '../../base/parts.ts';
import { linkWords } from '../../base/words.ts';

export const MAX_LINK_DESCRIPTION = 500;

export const Link = z.object({
  id: ComponentId,
  type: z.literal('Link'),
  ...LinkTarget.shape,
  description: z.optional(z.string().check(z.maxLength(MAX_LINK_DESCRIPTION))),
});
export type Link = z.infer<typeof Link>;

export const shape = {
  words: { ...linkWords, description: 'read' },
  blank: () => ({ text: '', href: '' }),
  needs: null,
} satisfies ComponentShape<Link>;

export const example: ExampleOf<Link> = { ...exampleLink, description: 'What waits behind it.' };
