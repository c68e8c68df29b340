/** What a paste or drop brings. */
export interface ClipboardContent {
  html?: string;
  text?: string;
  files: File[];
}

/**
 * What an editor tells the canvas around it. Each is optional: without it the editor does what is right for it alone.
 */
export interface EditorCallbacks<Value> {
  /** Enter at the very end: a new paragraph after this component. */
  onEnterAtEnd?: (() => void) | undefined;
  /** Enter elsewhere: this component keeps what is before the caret, the next one begins with the rest. */
  onSplit?: ((before: Value, after: Value) => void) | undefined;
  /** Backspace with the caret before everything. */
  onBackspaceAtStart?: (() => void) | undefined;
  /** An arrow key that leads out of the text. */
  onArrowOut?: ((direction: 'up' | 'down') => void) | undefined;
  /** "/" in an empty text; it is not typed. `place` is where the caret is in the window. */
  onSlash?: ((place: DOMRect) => void) | undefined;
  /** Something pasted or dropped. True when the canvas has dealt with it. */
  onPaste?: ((content: ClipboardContent) => boolean) | undefined;
  /** The session keeps the history, not the editor. */
  onUndo?: (() => void) | undefined;
  onRedo?: (() => void) | undefined;
}

export interface EditorProps<Value> extends EditorCallbacks<Value> {
  /** Name of the text for screen readers. */
  label: string;
  value: Value;
  /** What was not edited in `next` is the same object as in `value`. */
  onChange: (next: Value) => void;
  placeholder?: string | undefined;
  /** Takes the focus, with the caret there, when it appears and when this changes. */
  focusAt?: 'start' | 'end' | undefined;
  /** Ids of the help and the error. */
  describedBy?: string | undefined;
  /** Looks like a field of a form instead of a part of the page. */
  isField?: boolean;
}
