/** The content of a paste or drop. */
export interface ClipboardContent {
  html?: string;
  text?: string;
  files: File[];
}

/** Events that an editor reports to the canvas around it. Each is optional: without it, the editor acts on its own. */
export interface EditorCallbacks<Value> {
  /** Enter at the very end: a new paragraph after this component. */
  onEnterAtEnd?: (() => void) | undefined;
  /** Enter elsewhere: this component keeps the content before the caret, the next one gets the rest. */
  onSplit?: ((before: Value, after: Value) => void) | undefined;
  /** Backspace with the caret at the very start. */
  onBackspaceAtStart?: (() => void) | undefined;
  /** An arrow key that moves out of the text. */
  onArrowOut?: ((direction: 'up' | 'down') => void) | undefined;
  /** "/" in an empty text, which is not inserted. `anchor` is the position of the caret in the window. */
  onSlash?: ((anchor: DOMRect) => void) | undefined;
  /** Something was pasted or dropped. Returns true if the canvas has handled it. */
  onPaste?: ((content: ClipboardContent) => boolean) | undefined;
  /** The session holds the undo history, not the editor. */
  onUndo?: (() => void) | undefined;
  onRedo?: (() => void) | undefined;
}

export interface EditorProps<Value> extends EditorCallbacks<Value> {
  /** Accessible name of the text. */
  label: string;
  value: Value;
  /** Unedited parts of `next` are the same objects as in `value`. */
  onChange: (next: Value) => void;
  placeholder?: string | undefined;
  /** Takes focus with the caret at this position when it appears and when this prop changes. */
  focusAt?: 'start' | 'end' | undefined;
  /** Ids of the help and error elements. */
  describedBy?: string | undefined;
  /** Looks like a field of a form instead of a part of the page. */
  isField?: boolean;
}
