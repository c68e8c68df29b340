import { editsBetween } from '@portico/authoring/merging/editsBetween';
import { keydownHandler } from 'prosemirror-keymap';
import { baseKeymap } from 'prosemirror-commands';
import { EditorState, Plugin, Selection, TextSelection, type Command } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Node, MarkType, Schema } from 'prosemirror-model';
import { clipboardEvents } from './clipboard.ts';
import { commonKeys, markKeys } from './editorKeys.ts';
import type { EditorCallbacks, EditorProps } from './editorProps.ts';
import { followedRanges } from './followedRanges.ts';
import { isTooLarge, limits } from './limits.ts';
import type { TextModel } from './models.ts';
import { inputRules, InputRule, textblockTypeInputRule } from 'prosemirror-inputrules';

export interface EditorOptions<Value> extends EditorProps<Value> {
  model: TextModel<Value>;
  /** Keys of this kind of text. They take precedence over the common ones. */
  keys: (model: TextModel<Value>, callbacks: EditorCallbacks<Value>) => Record<string, Command>;
  isMultiline: boolean;
  /** Whether two values are equal, if object identity is not enough. */
  isSame?: (left: Value, right: Value) => boolean;
  maxLength?: number | undefined;
  /** Ctrl+K. */
  onEditLink: () => void;
  /** Alt+F10. */
  onToolbar: () => void;
  /** Input was refused because the text would be too long. */
  onRefuse: () => void;
  /** The text was changed from outside, such as by what someone else wrote, and may now be too long. */
  onReceive: (isTooLong: boolean) => void;
}

/**
 * Changes only the parts of the document that differ, so that the caret and the selection stay at the same letters.
 * Text that someone else inserts at the caret goes after it.
 */
export function updateDocument(view: EditorView, next: Node): void {
  const { doc, selection } = view.state;
  const tr = view.state.tr.setMeta('external', true);
  const edits = editsBetween(placesIn(doc), placesIn(next)) ?? [];
  for (const { from, to, start, end } of edits.toReversed()) tr.replace(from, to, next.slice(start, end));
  if (!tr.doc.eq(next)) tr.replaceWith(0, tr.doc.content.size, next.content);
  if (!tr.docChanged) return;
  if (selection instanceof TextSelection) {
    const [anchor, head] = [selection.anchor, selection.head].map((place) => tr.doc.resolve(tr.mapping.map(place, -1)));
    tr.setSelection(TextSelection.between(anchor!, head!));
  }
  view.dispatch(tr);
}

/** One key for each position of a document: a character with its marks, or the start or end of a node. */
function placesIn(parent: Node): string[] {
  return parent.children.flatMap((node) => {
    const look = JSON.stringify([node.isText ? '' : node.type.name, node.attrs, node.marks]);
    if (node.isText) return node.text!.split('').map((letter) => letter + look);
    return node.isLeaf ? [look] : [look, ...placesIn(node), '/'];
  });
}

/** Whether the document is empty: at most one block without text. */
const isBlank = (doc: Node): boolean =>
  doc.textContent === '' && (doc.inlineContent ? doc.childCount === 0 : doc.childCount <= 1 && doc.content.size <= 6);

function attributesOf<Value>(props: EditorOptions<Value>, doc: Node): Record<string, string> {
  return {
    role: 'textbox',
    'aria-multiline': String(props.isMultiline),
    'aria-label': props.label,
    'aria-keyshortcuts': 'Alt+F10',
    spellcheck: 'true',
    ...(props.describedBy ? { 'aria-describedby': props.describedBy } : {}),
    ...(props.placeholder && isBlank(doc)
      ? { 'data-placeholder': props.placeholder, 'aria-placeholder': props.placeholder }
      : {}),
  };
}

/**
 * An editor in the element of `mount`. It is controlled: an external `value` is applied without moving the caret if it
 * is equal. It has no history: the session handles undo and redo.
 */
export function useEditorView<Value>(
  props: EditorOptions<Value>,
): [mount: RefObject<HTMLDivElement | null>, view: EditorView | undefined, state: EditorState | undefined] {
  const mount = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView>();
  const [state, setState] = useState<EditorState>();
  /** Values reported to the parent that have not come back as `value` yet; they need no update when they do. */
  const reported = useRef<Value[]>([]);
  const { model, value, isSame = Object.is } = props;

  const latest = useEffectEvent(() => props);
  const report = useEffectEvent((doc: Node) => {
    const next = model.fromDocument(doc);
    reported.current.push(next);
    props.onChange(next);
  });

  useLayoutEffect(() => {
    if (!mount.current) return;
    const doc = model.toDocument(latest().value);
    const created = new EditorView(
      { mount: mount.current },
      {
        state: EditorState.create({ doc, plugins: pluginsFor(latest) }),
        attributes: (state) => attributesOf(latest(), state.doc),
        handleDOMEvents: {
          ...clipboardEvents((content) => latest().onPaste?.(content) ?? false),
          beforeinput: (_, event) => undoByMenu(event, latest()),
        },
        dispatchTransaction: (transaction) => {
          const { doc: before } = created.state;
          const after = created.state.apply(transaction);
          created.updateState(after);
          setState(after);
          // Unchanged if the limits refused the transaction.
          if (after.doc !== before && transaction.getMeta('external') !== true) report(after.doc);
        },
      },
    );
    setView(created);
    setState(created.state);
    return () => {
      created.destroy();
      setView(undefined);
    };
  }, [model]);

  useLayoutEffect(() => {
    if (!view) return;
    const known = reported.current.findLastIndex((one) => isSame(one, value));
    reported.current.splice(0, known + 1);
    if (known >= 0) return;
    const catchUp = () => {
      reported.current.length = 0;
      updateDocument(view, model.toDocument(value));
      latest().onReceive(isTooLarge(view.state.doc, latest().maxLength));
    };
    if (!view.composing) return catchUp();
    // Wait until an input method has finished composing a character.
    view.dom.addEventListener('compositionend', catchUp, { once: true });
    return () => view.dom.removeEventListener('compositionend', catchUp);
  }, [view, model, value, isSame]);

  const { focusAt } = props;
  useLayoutEffect(() => {
    if (!view || !focusAt || view.hasFocus()) return;
    const { doc, tr } = view.state;
    view.dispatch(tr.setSelection(focusAt === 'start' ? Selection.atStart(doc) : Selection.atEnd(doc)));
    view.focus();
  }, [view, focusAt]);

  // Attributes are read when the view updates.
  useLayoutEffect(() => view?.setProps({}), [view, props.label, props.placeholder, props.describedBy]);

  return [mount, view, state];
}

/** "Undo" from the browser's menu, or by shaking a phone. */
function undoByMenu<Value>(event: InputEvent, { onUndo, onRedo }: EditorProps<Value>): boolean {
  if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return false;
  event.preventDefault();
  if (event.inputType === 'historyUndo') onUndo?.();
  else onRedo?.();
  return true;
}

/** "/" in an empty text opens the insert menu instead of being inserted. */
function openInsertMenu<Value>(view: EditorView, onSlash: EditorProps<Value>['onSlash']): boolean {
  const { $from } = view.state.selection;
  if (!onSlash || $from.parent.content.size > 0 || $from.parent.type.spec.code === true) return false;
  const { left, top, bottom } = view.coordsAtPos($from.pos);
  onSlash(new DOMRect(left, top, 0, bottom - top));
  return true;
}

/**
 * The plugins of an editor. They read the callbacks when an event occurs, so that they always use those of the last
 * render.
 */
function pluginsFor<Value>(latest: () => EditorOptions<Value>): Plugin[] {
  const { model } = latest();
  return [
    new Plugin({
      props: {
        handleKeyDown: (view, event) => keysOf(latest()).some((keys) => keydownHandler(keys)(view, event)),
        handleKeyPress: (view, { key }) => key === '/' && openInsertMenu(view, latest().onSlash),
        // On-screen keyboards send no key events.
        handleTextInput: (view, _from, _to, text) => text === '/' && openInsertMenu(view, latest().onSlash),
      },
    }),
    typedMarks(model.schema),
    followedRanges(),
    limits(() => latest().onRefuse(), latest().maxLength),
  ];
}

/** Key bindings, the most specific first. */
function keysOf<Value>(props: EditorOptions<Value>): Array<Record<string, Command>> {
  const toolbar: Command = () => {
    props.onToolbar();
    return true;
  };
  return [
    props.keys(props.model, props),
    commonKeys(props),
    markKeys(props.model.schema, props.onEditLink),
    { 'Alt-F10': toolbar },
    baseKeymap,
  ];
}

/** Markdown syntax such as `**bold**`: the text gets the mark, the delimiters are removed. */
function markRule(pattern: RegExp, type: MarkType): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const text = match[1] ?? '';
    if (text === '' || state.doc.rangeHasMark(start, end, type)) return null;
    const from = start + (match[0].length - match[0].trimStart().length);
    return state.tr
      .insertText(text, from, end)
      .addMark(from, from + text.length, type.create())
      .removeStoredMark(type);
  });
}

/** Markdown syntax that can be typed. Undo reverts only the formatting, not the text. */
function typedMarks(schema: Schema): Plugin {
  const { bold, code, strike } = schema.marks;
  const codeBlock = schema.nodes['codeBlock'];
  return inputRules({
    rules: [
      ...(bold ? [markRule(/(?:^|\s)\*\*([^*\s][^*]{0,200})\*\*$/, bold)] : []),
      ...(strike ? [markRule(/(?:^|\s)~~([^~\s][^~]{0,200})~~$/, strike)] : []),
      ...(code ? [markRule(/(?:^|\s)`([^`\s][^`]{0,200})`$/, code)] : []),
      ...(codeBlock ? [textblockTypeInputRule(/^```$/, codeBlock)] : []),
    ],
  });
}
