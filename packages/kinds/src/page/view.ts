import type { ComponentType, ReactNode } from 'react';
import type { ComponentKind, ComponentOf, FormOnlyKind } from '../content.ts';

/** How pages render a kind of component. */
export interface ViewOf<Component> {
  View: ComponentType<{ component: Component }>;
  /** Wraps adjacent components of the same kind, which become its entries. */
  Group?: ComponentType<{ children: ReactNode }>;
  /** The property that is the component's own heading. */
  heading?: keyof Component & string;
}

/** Null for kinds that pages leave out. A new kind does not compile until it has a view. */
export type ComponentViews = { [K in ComponentKind]: K extends FormOnlyKind ? null : ViewOf<ComponentOf<K>> };
