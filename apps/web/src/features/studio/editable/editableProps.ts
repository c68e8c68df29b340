import type { ComponentKind, ComponentOf, ContentComponent } from '@portico/contracts/content';
import type { RichText } from '@portico/contracts/richText';
import type { EditorCallbacks } from '../text/editorProps.ts';

/** What the canvas gives to a component that is written in. */
export interface EditableProps<Kind extends ComponentKind> extends EditorCallbacks<ContentComponent> {
  component: ComponentOf<Kind>;
  onChange: (next: ContentComponent) => void;
  /** The caret goes there, when the component appears and when this changes. */
  focusAt?: 'start' | 'end' | undefined;
}

/** A paragraph component with an id of its own, for what comes after the caret. */
export const paragraphs = (body: RichText): ComponentOf<'BodyText'> => ({
  id: crypto.randomUUID().slice(0, 13),
  type: 'BodyText',
  body,
});

/** The callbacks that every text passes on as they are. */
export function shared<Value>({
  onArrowOut,
  onPaste,
  onUndo,
  onRedo,
}: EditorCallbacks<Value>): Pick<EditorCallbacks<never>, 'onArrowOut' | 'onPaste' | 'onUndo' | 'onRedo'> {
  return { onArrowOut, onPaste, onUndo, onRedo };
}
