import { z } from 'zod/mini';
import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { ComponentId } from '../../base/contentBase.ts';
import { exampleInline } from '../../base/examples.ts';
import { ListItem, MAX_LIST_ITEMS } from '../../base/parts.ts';

export const BulletedList = z.object({
  id: ComponentId,
  type: z.literal('BulletedList'),
  ordered: z.boolean(),
  start: z.optional(z.int().check(z.nonnegative())),
  items: z.array(ListItem).check(z.minLength(1), z.maxLength(MAX_LIST_ITEMS)),
});
export type BulletedList = z.infer<typeof BulletedList>;

export const shape = {
  words: { items: 'read' },
  blank: () => ({ ordered: false, items: [{ content: [] }] }),
  needs: null,
} satisfies ComponentShape<BulletedList>;

export const example: ExampleOf<BulletedList> = {
  ordered: true,
  start: 3,
  items: [
    { content: exampleInline('Check the form'), ordered: true, items: [{ content: exampleInline('Both pages') }] },
  ],
};
