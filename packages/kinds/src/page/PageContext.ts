import { createContext, type ComponentType, type ReactNode } from 'react';
import type { ContentComponent } from '../content.ts';
import type { HeadingLevel } from './outline/outline.ts';

/** What blocks can find out about their page. */
export interface Page {
  /** The React component that renders a content component; undefined if its kind is not rendered. */
  blockFor: (component: ContentComponent) => ComponentType<{ component: ContentComponent }> | undefined;
  /** Wraps adjacent blocks of the same kind, such as tiles in a grid. */
  groupFor: (component: ContentComponent) => ComponentType<{ children: ReactNode }> | undefined;
  levelOf: (component: ContentComponent) => HeadingLevel;
  /** Id of the component's element, the target of `#` links to it. */
  anchorOf: (component: ContentComponent) => string | undefined;
  /** Id of the element that a `#` link refers to: an anchor, or the id of a component that has one. */
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
