import { newComponentId } from '@portico/kinds/contentBase';
import type { ComponentKind, ComponentOf, ContentComponent } from '@portico/kinds/content';
import type { RichText } from '@portico/kinds/richText';
import type { EditorCallbacks } from '../text/editorProps.ts';

/** What the canvas passes to a component that is edited in place. */
export interface EditableProps<Kind extends ComponentKind> extends EditorCallbacks<ContentComponent> {
  component: ComponentOf<Kind>;
  onChange: (next: ContentComponent) => void;
  /** Where to put the caret when the component appears and when this prop changes. */
  focusAt?: 'start' | 'end' | undefined;
}

/** A new paragraph component, for the text after the caret. */
export const paragraphs = (body: RichText): ComponentOf<'BodyText'> => ({
  id: newComponentId(),
  type: 'BodyText',
  body,
});

/** The callbacks that every text editor receives unchanged. */
export function shared<Value>({
  onArrowOut,
  onPaste,
  onUndo,
  onRedo,
}: EditorCallbacks<Value>): Pick<EditorCallbacks<never>, 'onArrowOut' | 'onPaste' | 'onUndo' | 'onRedo'> {
  return { onArrowOut, onPaste, onUndo, onRedo };
}
