import { z } from 'zod/mini';
import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { ComponentId, nonEmptyText, uniqueBy } from '../../base/contentBase.ts';
import { exampleInline } from '../../base/examples.ts';
import { InlineText } from '../../base/richText.ts';

export const MAX_CHECKLIST_ITEMS = 100;

/** Things to do, checked off by each person individually. `dueDate` is `yyyy-MM-dd`. */
export const Checklist = z.object({
  id: ComponentId,
  type: z.literal('Checklist'),
  title: z.optional(nonEmptyText(200)),
  dueDate: z.optional(z.iso.date()),
  items: z.array(z.object({ id: ComponentId, content: InlineText })).check(
    z.minLength(1),
    z.maxLength(MAX_CHECKLIST_ITEMS),
    uniqueBy((item) => item.id, 'Two items have the same ID'),
  ),
});
export type Checklist = z.infer<typeof Checklist>;

export const shape = {
  words: { title: 'read', dueDate: 'none', items: { content: 'read' } },
  blank: (newId) => ({ items: [{ id: newId(), content: [] }] }),
  needs: null,
} satisfies ComponentShape<Checklist>;

export const example: ExampleOf<Checklist> = {
  title: 'Before the meeting',
  dueDate: '2026-04-15',
  items: [{ id: 'i1', content: exampleInline('Read the file') }],
};
