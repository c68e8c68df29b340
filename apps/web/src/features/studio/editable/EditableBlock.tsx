import type { ComponentType } from 'react';
import type { ComponentKind, ContentComponent } from '@portico/contracts/content';
import type { EditorCallbacks } from '../text/editorProps.ts';
import { EditableCallout } from './CalloutEditor.tsx';
import { EditableChecklist } from './ChecklistEditor.tsx';
import { DrawnBlock } from './DrawnBlock.tsx';
import type { EditableProps } from './editableProps.ts';
import { EditableImage } from './ImageEditor.tsx';
import { EditableTable } from './TableEditor.tsx';
import { EditableBodyText, EditableHeader, EditableLink, EditableList, EditableQuote } from './TextBlocks.tsx';

/** Kinds whose words are written where they are. All others are drawn as readers see them and edited in the panel. */
const editors: { [Kind in ComponentKind]?: ComponentType<EditableProps<Kind>> } = {
  Header: EditableHeader,
  BodyText: EditableBodyText,
  BulletedList: EditableList,
  Link: EditableLink,
  Quote: EditableQuote,
  Callout: EditableCallout,
  Image: EditableImage,
  Table: EditableTable,
  Checklist: EditableChecklist,
};

export interface EditableBlockProps extends EditorCallbacks<ContentComponent> {
  component: ContentComponent;
  onChange: (next: ContentComponent) => void;
  /** The caret goes there, when the component appears and when this changes. */
  focusAt?: 'start' | 'end' | undefined;
}

/**
 * A component on the canvas, looking exactly like its block. `onSplit` gives this component with what is before the
 * caret, and a new text with the rest; `onBackspaceAtStart` is called only where nothing is written.
 */
export function EditableBlock(props: EditableBlockProps) {
  // The registry's type ties each kind to its component; TypeScript can't follow that through an index.
  const Editor = editors[props.component.type] as ComponentType<EditableBlockProps> | undefined;
  return Editor ? <Editor {...props} /> : <DrawnBlock component={props.component} />;
}
