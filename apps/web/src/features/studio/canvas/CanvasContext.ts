import { createContext, use, type ComponentType } from 'react';
import type { Change, Place } from '@portico/contracts/studio/draft';
import type { ContentComponent } from '@portico/contracts/content';
import type { OpenConflict } from '../session/sessionState.ts';
import type { ClipboardContent } from '../text/editorProps.ts';

/** Element with the keys of a component, for screen readers. */
export const BLOCK_KEYS_ID = 'studio-block-keys';

/** Where the caret goes in a component that is about to be written in. */
export type Caret = 'start' | 'end';

/** What components of the canvas do to the item. */
export interface CanvasActions {
  edit: (changes: readonly Change[], mergeKey?: string) => void;
  select: (id: string | null, options?: { isExtended?: boolean; caret?: Caret }) => void;
  /**
   * Opens the insert menu for a place. `anchor` is where on the screen; what is chosen takes the place of `replaced`.
   */
  openInsertMenu: (place: Place, anchor: DOMRect, replaced?: string) => void;
  insert: (
    components: ContentComponent[],
    place: Place,
    options?: { caret?: Caret; replaced?: string | undefined },
  ) => void;
  removeSelected: (ids: string[]) => void;
  /** What is pasted takes the place of `replaced`. */
  paste: (content: ClipboardContent, place: Place, replaced?: string) => void;
  /** Files that were pasted or dropped at a place, or on the Files component `listId`. */
  bringFiles: (files: File[], place: Place, listId?: string) => void;
  undo: () => void;
  redo: () => void;
  /** Brings the focus to the properties of the selected component. */
  openProperties: () => void;
  startDrag: (id: string, event: PointerEvent) => void;
  /** Chooses where two people wrote. `shown` is the save after which the stored version was on the screen. */
  choose: (key: string, choice: 'mine' | 'theirs', shown: number) => void;
  /** The number of the last save that is on the screen; null while later ones are missing. */
  latestSave: () => number | null;
  /** Says something to screen readers. */
  announce: (message: string) => void;
}

/** What components of the canvas show besides themselves. */
export interface CanvasView {
  selected: ReadonlySet<string>;
  /** The component that was selected last; keys act from there. */
  current: string | null;
  /** The component whose text has the caret. */
  caretIn: { id: string; caret: Caret } | null;
  conflicts: readonly OpenConflict[];
  /** Names of others who are in a component, by its id. */
  others: ReadonlyMap<string, string[]>;
  /** For people who may read the item and not write in it. */
  isReadOnly: boolean;
}

export const ActionsContext = createContext<CanvasActions | null>(null);
export const ViewContext = createContext<CanvasView | null>(null);

export interface CanvasListProps {
  tree: Place['tree'];
  parent: Place['parent'];
  components: readonly ContentComponent[];
  /** Depth of these components in the tree; 1 at its top. */
  depth: number;
}
/** Draws the lists of containers, which in turn hold components. */
export const ListContext = createContext<ComponentType<CanvasListProps> | null>(null);

function required<Value>(value: Value | null): Value {
  if (value === null) throw new Error('This belongs into the canvas.');
  return value;
}
export const useActions = (): CanvasActions => required(use(ActionsContext));
export const useList = (): ComponentType<CanvasListProps> => required(use(ListContext));
export const useCanvasView = (): CanvasView => required(use(ViewContext));
