import {
  chainCommands,
  createParagraphNear,
  exitCode,
  liftEmptyBlock,
  newlineInCode,
  splitBlock,
  toggleMark,
} from 'prosemirror-commands';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { MAX_LIST_DEPTH } from '@portico/kinds/parts';
import { Selection, TextSelection, type Command, type EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { Schema } from 'prosemirror-model';
import type { EditorCallbacks } from './editorProps.ts';
import type { TextModel } from './models.ts';

const caret = ({ selection }: EditorState) =>
  selection instanceof TextSelection && selection.empty ? selection.$head : undefined;
const isAtStart = (state: EditorState) => caret(state)?.pos === Selection.atStart(state.doc).from;
const isAtEnd = (state: EditorState) => caret(state)?.pos === Selection.atEnd(state.doc).to;

/** A command that exists only if the canvas provides its action. */
const when = (action: (() => void) | undefined, holds: (state: EditorState) => boolean): Command =>
  action === undefined
    ? () => false
    : (state, dispatch) => {
        if (!holds(state)) return false;
        if (dispatch) action();
        return true;
      };

/** Passes the content before and after the caret to the canvas. A selection is deleted first. */
function splitInTwo<Value>(
  { fromDocument }: TextModel<Value>,
  onSplit: ((before: Value, after: Value) => void) | undefined,
): Command {
  return (state, dispatch) => {
    const { $from } = state.selection;
    if (!onSplit || $from.parent.type.spec.code === true) return false;
    if (!dispatch) return true;
    const { doc } = state.tr.deleteSelection();
    const at = Math.min($from.pos, doc.content.size);
    onSplit(fromDocument(doc.cut(0, at)), fromDocument(doc.cut(at)));
    return true;
  };
}

const insertBreak: Command = (state, dispatch) => {
  const type = state.schema.nodes['hardBreak'];
  if (!type) return true;
  dispatch?.(state.tr.replaceSelectionWith(type.create()).scrollIntoView());
  return true;
};

/** Turns a code block with the caret at its start into a paragraph, instead of joining it with the block before. */
const codeToParagraph: Command = (state, dispatch) => {
  const position = caret(state);
  const paragraph = state.schema.nodes['paragraph'];
  if (!position || !paragraph || position.parentOffset > 0 || position.parent.type.spec.code !== true) return false;
  dispatch?.(state.tr.setBlockType(position.pos, position.pos, paragraph));
  return true;
};

/**
 * Whether the caret is on the first or last line of the whole text. Needs the view, because lines depend on its width.
 */
function isOnEdge(direction: 'up' | 'down', state: EditorState, view: EditorView | undefined): boolean {
  const position = caret(state);
  if (!position || !view) return false;
  const edge = direction === 'up' ? Selection.atStart(state.doc) : Selection.atEnd(state.doc);
  return edge.$head.sameParent(position) && view.endOfTextblock(direction, state);
}

/** Keys of every text. They take precedence over ProseMirror's. */
export function commonKeys<Value>(callbacks: EditorCallbacks<Value>): Record<string, Command> {
  const { onArrowOut, onBackspaceAtStart, onUndo, onRedo } = callbacks;
  const out =
    (direction: 'up' | 'down', holds: (state: EditorState, view: EditorView | undefined) => boolean): Command =>
    (state, dispatch, view) => {
      if (!onArrowOut || !holds(state, view)) return false;
      if (dispatch) onArrowOut(direction);
      return true;
    };
  const backspace = when(onBackspaceAtStart, isAtStart);
  // Handled even without a session, because the browser's own undo would bypass the editor.
  const history = (action: (() => void) | undefined): Command => {
    return () => {
      action?.();
      return true;
    };
  };
  return {
    'Mod-z': history(onUndo),
    'Mod-y': history(onRedo),
    'Shift-Mod-z': history(onRedo),
    ArrowUp: out('up', (state, view) => isOnEdge('up', state, view)),
    ArrowLeft: out('up', isAtStart),
    ArrowDown: out('down', (state, view) => isOnEdge('down', state, view)),
    ArrowRight: out('down', isAtEnd),
    Backspace: chainCommands(codeToParagraph, backspace),
    'Mod-Backspace': backspace,
  };
}

/** Keys for marks; keys of marks that the schema lacks do nothing. */
export function markKeys(schema: Schema, editLink: () => void): Record<string, Command> {
  const toggle = (name: string): Command => (schema.marks[name] ? toggleMark(schema.marks[name]) : () => true);
  return {
    'Mod-b': toggle('bold'),
    'Mod-i': toggle('italic'),
    'Mod-Shift-x': toggle('strike'),
    'Mod-e': toggle('code'),
    'Mod-k': () => {
      if (schema.marks['link']) editLink();
      return true;
    },
  };
}

export function richTextKeys<Value>(
  model: TextModel<Value>,
  { onEnterAtEnd, onSplit }: EditorCallbacks<Value>,
): Record<string, Command> {
  const isInCode = (state: EditorState) => state.selection.$from.parent.type.spec.code === true;
  const atEnd = when(onEnterAtEnd, (state) => isAtEnd(state) && !isInCode(state));
  return {
    Enter: chainCommands(
      newlineInCode,
      atEnd,
      splitInTwo(model, onSplit),
      createParagraphNear,
      liftEmptyBlock,
      splitBlock,
    ),
    'Mod-Enter': chainCommands(exitCode, when(onEnterAtEnd, isAtEnd)),
    'Shift-Enter': chainCommands(newlineInCode, insertBreak),
  };
}

export function inlineKeys<Value>(
  model: TextModel<Value>,
  { onEnterAtEnd, onSplit }: EditorCallbacks<Value>,
): Record<string, Command> {
  const swallow: Command = () => true;
  return {
    Enter: chainCommands(when(onEnterAtEnd, isAtEnd), splitInTwo(model, onSplit), swallow),
    'Mod-Enter': swallow,
    'Shift-Enter': insertBreak,
  };
}

/** The nesting depth of lists at the caret. */
function listDepth(state: EditorState): number {
  const { $from } = state.selection;
  return Array.from({ length: $from.depth }, (_, depth) => $from.node(depth)).filter(({ type }) => type.name === 'list')
    .length;
}

/** Nests an entry under the one before it. */
export const indentItem: Command = (state, dispatch) => {
  const item = state.schema.nodes['item'];
  return item !== undefined && listDepth(state) < MAX_LIST_DEPTH && sinkListItem(item)(state, dispatch);
};

/** Moves an entry out of its parent entry. */
export const outdentItem: Command = (state, dispatch) => {
  const item = state.schema.nodes['item'];
  return item !== undefined && listDepth(state) > 1 && liftListItem(item)(state, dispatch);
};

/** Enter in an empty last entry ends the list: the entry is removed, and the canvas adds a paragraph. */
function endList<Value>({ onEnterAtEnd }: EditorCallbacks<Value>): Command {
  return (state, dispatch) => {
    const position = caret(state);
    if (!onEnterAtEnd || !position || !isAtEnd(state) || position.parent.content.size > 0 || listDepth(state) !== 1)
      return false;
    if (!dispatch) return true;
    const list = state.doc.child(0);
    if (list.childCount > 1)
      dispatch(state.tr.delete(position.before(position.depth - 1), position.after(position.depth - 1)));
    onEnterAtEnd();
    return true;
  };
}

/** Keys of lists. Backspace at the start of an entry outdents it, or joins it with the one before. */
export function listKeys<Value>(schema: Schema, callbacks: EditorCallbacks<Value>): Record<string, Command> {
  const item = schema.nodes['item'];
  if (!item) return {};
  const isItemStart: Command = (state, dispatch) => {
    const position = caret(state);
    return position?.parentOffset === 0 && outdentItem(state, dispatch);
  };
  return {
    Enter: chainCommands(endList(callbacks), splitListItem(item), outdentItem, () => true),
    'Shift-Enter': insertBreak,
    Backspace: isItemStart,
    // If an entry can't be indented, Tab leaves the list like any field.
    Tab: indentItem,
    'Shift-Tab': outdentItem,
    'Mod-]': indentItem,
    'Mod-[': outdentItem,
  };
}
