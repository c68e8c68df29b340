import { z } from 'zod/mini';
import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { ComponentId } from '../../base/contentBase.ts';
import { listOf } from '../../base/listOf.ts';
import { NestedComponents } from '../../base/nested.ts';
import type { ContentComponent } from '../../components.generated.ts';

/** Shown side by side if there is room, otherwise stacked. */
export const Columns = z.object({
  id: ComponentId,
  type: z.literal('Columns'),
  columns: z.array(z.object({ components: NestedComponents })).check(z.minLength(2), z.maxLength(4)),
});
export interface Columns {
  id: string;
  type: 'Columns';
  columns: Array<{ components: ContentComponent[] }>;
}

export const shape = {
  words: {},
  blank: () => ({ columns: [{ components: [] }, { components: [] }] }),
  needs: null,
  slots: {
    read: ({ columns }) => listOf(columns).map((column) => listOf(column?.components)),
    replace: (component, lists) => ({
      ...component,
      columns: listOf(component.columns).map((column, slot) => ({ ...column, components: lists[slot] ?? [] })),
    }),
  },
} satisfies ComponentShape<Columns, 'columns'>;

export const example: ExampleOf<Columns> = {
  columns: [{ components: [{ id: 'left', type: 'Divider' }] }, { components: [] }],
};
