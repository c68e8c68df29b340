import { newComponentId } from '@portico/kinds/contentBase';
import type { ComponentKind, ComponentOf } from '@portico/kinds/content';
import { shapes } from '@portico/kinds/components';

/** A component to be filled in. */
export const newComponent = <Kind extends ComponentKind>(
  kind: Kind,
  newId: () => string = newComponentId,
): ComponentOf<Kind> => ({ id: newId(), type: kind, ...shapes[kind].blank(newId) }) as unknown as ComponentOf<Kind>;
