import type { ComponentKind, ContentComponent } from '@portico/kinds/content';
import { shapes } from '@portico/kinds/components';

/** A new unique id. */
export const newComponentId = (): string => crypto.randomUUID().slice(0, 13);

/** A component to be filled in. */
export const newComponent = (kind: ComponentKind, newId: () => string = newComponentId): ContentComponent =>
  ({ id: newId(), type: kind, ...shapes[kind].blank(newId) }) as unknown as ContentComponent;
