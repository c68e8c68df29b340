import { z } from 'zod/mini';
import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { ComponentId, nonEmptyText } from '../../base/contentBase.ts';
import { listOf } from '../../base/listOf.ts';
import { NestedComponents } from '../../base/nested.ts';
import type { ContentComponent } from '../../components.generated.ts';

/** A section that opens from its heading, or from a link to `#id`. */
export const ExpandCollapse = z.object({
  id: ComponentId,
  type: z.literal('ExpandCollapse'),
  title: nonEmptyText(300),
  isOpen: z.optional(z.boolean()),
  components: NestedComponents,
});
export interface ExpandCollapse {
  id: string;
  type: 'ExpandCollapse';
  title: string;
  isOpen?: boolean | undefined;
  components: ContentComponent[];
}

export const shape = {
  words: { title: 'read' },
  blank: () => ({ title: '', components: [] }),
  needs: null,
  slots: {
    read: ({ components }) => [listOf(components)],
    replace: (component, [components = []]) => ({ ...component, components }),
  },
} satisfies ComponentShape<ExpandCollapse, 'components'>;

export const example: ExampleOf<ExpandCollapse> = {
  title: 'When?',
  isOpen: true,
  components: [{ id: 'inside', type: 'Divider' }],
};
