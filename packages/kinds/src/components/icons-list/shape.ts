import { z } from 'zod/mini';
import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { ComponentId, nonEmptyText } from '../../base/contentBase.ts';
import { exampleLink } from '../../base/examples.ts';
import { LinkTarget } from '../../base/parts.ts';
import { linkWords } from '../../base/words.ts';

/** Drawings that an icons list can show. */
export const IconName = z.enum([
  'Calendar',
  'Chart',
  'Check',
  'Clock',
  'Document',
  'Flag',
  'Globe',
  'Handshake',
  'Home',
  'Key',
  'Lightbulb',
  'Lock',
  'Mail',
  'Money',
  'People',
  'Phone',
  'Scale',
  'Shield',
  'Star',
  'Warning',
]);
export type IconName = z.infer<typeof IconName>;
export const IconsList = z.object({
  id: ComponentId,
  type: z.literal('IconsList'),
  items: z
    .array(
      z.object({
        icon: IconName,
        title: nonEmptyText(200),
        text: z.optional(z.string().check(z.maxLength(500))),
        link: z.optional(LinkTarget),
      }),
    )
    .check(z.minLength(1), z.maxLength(50)),
});
export type IconsList = z.infer<typeof IconsList>;

export const shape = {
  words: { items: { title: 'read', text: 'read', link: linkWords } },
  blank: () => ({ items: [{ icon: 'Check', title: '' }] }),
  needs: 'items',
} satisfies ComponentShape<IconsList>;

export const example: ExampleOf<IconsList> = {
  items: [{ icon: 'Calendar', title: 'By April 1', text: 'The first one.', link: exampleLink }],
};
