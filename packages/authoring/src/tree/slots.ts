import type { ContentComponent } from '@portico/kinds/content';
import { slotsOf } from '@portico/contracts/studio/draft';

/**
 * A copy of the component with other lists of components in its slots. Components without slots are returned unchanged.
 */
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

/** A component without its nested components. */
export function shellOf(component: ContentComponent): ContentComponent {
  return withSlots(
    component,
    slotsOf(component).map(() => []),
  );
}
