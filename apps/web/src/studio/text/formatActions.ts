import { setBlockType, toggleMark } from 'prosemirror-commands';
import type { Command, EditorState } from 'prosemirror-state';
import type { Schema } from 'prosemirror-model';
import type { TextKey } from '../../locale/text.ts';
import { indentItem, outdentItem } from './editorKeys.ts';

export type FormatName =
  | 'bold'
  | 'italic'
  | 'strike'
  | 'code'
  | 'link'
  | 'codeBlock'
  | 'numbered'
  | 'indent'
  | 'outdent';

export interface FormatAction {
  name: FormatName;
  label: TextKey;
  /** Undefined for the link, which needs an address first. */
  command: Command | undefined;
  /** Undefined for actions that are not toggles. */
  isOn: ((state: EditorState) => boolean) | undefined;
}

/** Whether the selection, or text typed at the caret, has a mark. */
export function hasMark(state: EditorState, name: string): boolean {
  const type = state.schema.marks[name];
  if (!type) return false;
  const { from, to, empty, $from } = state.selection;
  if (empty) return Boolean(type.isInSet(state.storedMarks ?? $from.marks()));
  return state.doc.rangeHasMark(from, to, type);
}

const isInCode = (state: EditorState) => state.selection.$from.parent.type.name === 'codeBlock';

/** Position of the innermost list around the selection; undefined outside of lists. */
function listAt({ selection: { $from } }: EditorState): number | undefined {
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === 'list') return $from.before(depth);
  return undefined;
}

const isNumbered = (state: EditorState) => {
  const at = listAt(state);
  return at !== undefined && state.doc.nodeAt(at)?.attrs['ordered'] === true;
};

const toggleNumbered: Command = (state, dispatch) => {
  const at = listAt(state);
  if (at === undefined) return false;
  dispatch?.(state.tr.setNodeAttribute(at, 'ordered', !isNumbered(state)));
  return true;
};

const toggleCodeBlock: Command = (state, dispatch) => {
  const type = state.schema.nodes[isInCode(state) ? 'paragraph' : 'codeBlock'];
  return type !== undefined && setBlockType(type)(state, dispatch);
};

/** The actions in the toolbar of a text, in order. */
export function formatActions(schema: Schema): FormatAction[] {
  const mark = (name: 'bold' | 'italic' | 'strike' | 'code', label: TextKey): FormatAction[] =>
    schema.marks[name]
      ? [{ name, label, command: toggleMark(schema.marks[name]), isOn: (state) => hasMark(state, name) }]
      : [];
  return [
    ...mark('bold', 'studio.textBold'),
    ...mark('italic', 'studio.textItalic'),
    ...mark('strike', 'studio.textStrike'),
    ...mark('code', 'studio.textCode'),
    ...(schema.marks['link']
      ? [
          {
            name: 'link' as const,
            label: 'studio.textLink' as const,
            command: undefined,
            isOn: (state: EditorState) => hasMark(state, 'link'),
          },
        ]
      : []),
    ...(schema.nodes['codeBlock']
      ? [
          {
            name: 'codeBlock' as const,
            label: 'studio.textCodeBlock' as const,
            command: toggleCodeBlock,
            isOn: isInCode,
          },
        ]
      : []),
    ...(schema.nodes['item']
      ? [
          {
            name: 'numbered' as const,
            label: 'studio.textNumbered' as const,
            command: toggleNumbered,
            isOn: isNumbered,
          },
          {
            name: 'outdent' as const,
            label: 'studio.textOutdent' as const,
            command: outdentItem,
            isOn: undefined,
          },
          {
            name: 'indent' as const,
            label: 'studio.textIndent' as const,
            command: indentItem,
            isOn: undefined,
          },
        ]
      : []),
  ];
}
