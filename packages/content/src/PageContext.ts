import { createContext, type ComponentType, type ReactNode } from 'react';
import type { ContentComponent } from '@portico/contracts/content';
import type { HeadingLevel } from './outline/outline.ts';

/** What the blocks of a page know of it. */
export interface Page {
  /** What draws a kind of component; undefined for a kind that is not drawn. */
  blockFor: (component: ContentComponent) => ComponentType<{ component: ContentComponent }> | undefined;
  /** Wraps adjacent blocks of the same kind, such as tiles in a grid. */
  groupFor: (component: ContentComponent) => ComponentType<{ children: ReactNode }> | undefined;
  levelOf: (component: ContentComponent) => HeadingLevel;
  /** Id of the element of a component that addresses with `#` lead to. */
  anchorOf: (component: ContentComponent) => string | undefined;
  /** Id of the element that an address with `#` means: an anchor, or the id of a component that has one. */
  findAnchor: (hash: string) => string | undefined;
  isOpen: (part: { id: string; isOpen?: boolean | undefined }) => boolean;
  setOpen: (partId: string, isOpen: boolean) => void;
}

export const PageContext = createContext<Page>({
  blockFor: () => undefined,
  groupFor: () => undefined,
  levelOf: () => 2,
  anchorOf: () => undefined,
  findAnchor: () => undefined,
  isOpen: () => true,
  setOpen: () => {},
});
