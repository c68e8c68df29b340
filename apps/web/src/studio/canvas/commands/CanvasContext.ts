import { createContext, use, type ComponentType } from 'react';
import type { Change, Place } from '@portico/contracts/studio/draft';
import type { ContentComponent } from '@portico/kinds/content';
import type { OpenConflict } from '../../session/sessionState.ts';
import type { ClipboardContent } from '../../text/editorProps.ts';

/** Id of the element that describes a component's keyboard shortcuts to screen readers. */
export const BLOCK_KEYS_ID = 'studio-block-keys';

/** Where the caret goes when a component starts being edited. */
export type Caret = 'start' | 'end';

/** What components on the canvas can do to the item. */
export interface CanvasActions {
  edit: (changes: readonly Change[], mergeKey?: string) => void;
  select: (id: string | null, options?: { isExtended?: boolean; caret?: Caret }) => void;
  /**
   * Opens the insert menu for a place. `anchor` is its position on the screen; the chosen component replaces
   * `replaced`.
   */
  openInsertMenu: (place: Place, anchor: DOMRect, replaced?: string) => void;
  insert: (
    components: ContentComponent[],
    place: Place,
    options?: { caret?: Caret; replaced?: string | undefined },
  ) => void;
  removeSelected: (ids: string[]) => void;
  /** The pasted content replaces `replaced`; files go to the FileList component `listId`. */
  paste: (
    content: ClipboardContent,
    place: Place,
    target?: { replaced?: string | undefined; listId?: string | undefined },
  ) => void;
  /** Adds files that were pasted or dropped at a place, or on the FileList component `listId`. */
  addFiles: (files: File[], place: Place, listId?: string) => void;
  undo: () => void;
  redo: () => void;
  /** Moves focus to the properties of the selected component. */
  openProperties: () => void;
  startDrag: (id: string, event: PointerEvent) => void;
  /** Resolves a conflict. `shown` is the number of the save whose stored version was on the screen. */
  choose: (key: string, choice: 'mine' | 'theirs', shown: number) => void;
  /** Shows both versions of what the editor is writing in. */
  compare: () => void;
  /** The number of the last save shown on the screen; null while later saves have not arrived. */
  latestSave: () => number | null;
  /** Announces a message to screen readers. */
  say: (message: string) => void;
}

/** A conflict about a text in which the editor is still writing. */
export interface QuietConflict {
  key: string;
  by: string;
  isRemoved: boolean;
}

/** View state that components on the canvas show in addition to their content. */
export interface CanvasView {
  selected: ReadonlySet<string>;
  /** The most recently selected component; keyboard commands start there. */
  current: string | null;
  /** The component whose text has the caret. */
  caretIn: { id: string; caret: Caret } | null;
  /** Conflicts that are shown: the editor is not writing in what they are about. */
  conflicts: readonly OpenConflict[];
  /** Conflicts that wait until the editor leaves the text. */
  quiet: readonly QuietConflict[];
  /** Names of other people in a component, by component id. */
  others: ReadonlyMap<string, string[]>;
  /** For people who can read the item but not edit it. */
  isReadOnly: boolean;
}

export const ActionsContext = createContext<CanvasActions | null>(null);
export const ViewContext = createContext<CanvasView | null>(null);

export interface CanvasListProps {
  tree: Place['tree'];
  parent: Place['parent'];
  components: readonly ContentComponent[];
  /** Depth of these components in the tree; 1 at the top level. */
  depth: number;
}
/** Renders the lists inside containers; a context because lists and components nest in each other. */
export const ListContext = createContext<ComponentType<CanvasListProps> | null>(null);

function required<Value>(value: Value | null): Value {
  if (value === null) throw new Error('This hook must be used inside the canvas.');
  return value;
}
export const useActions = (): CanvasActions => required(use(ActionsContext));
export const useList = (): ComponentType<CanvasListProps> => required(use(ListContext));
export const useCanvasView = (): CanvasView => required(use(ViewContext));
