import type { ContentComponent } from '@portico/contracts/content';
import { slotsOf } from '@portico/contracts/studio/draft';

/** The component with other lists of components in its slots. Components without slots stay as they are. */
export function withSlots(component: ContentComponent, slots: ContentComponent[][]): ContentComponent {
  if (component.type === 'Columns') {
    return {
      ...component,
      columns: component.columns.map((column, slot) => ({ ...column, components: slots[slot] ?? [] })),
    };
  }
  if (component.type === 'ExpandCollapse') return { ...component, components: slots[0] ?? [] };
  return component;
}

/** What a component itself says, without the components inside it. */
export function shellOf(component: ContentComponent): ContentComponent {
  return withSlots(
    component,
    slotsOf(component).map(() => []),
  );
}
