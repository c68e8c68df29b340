import type { ComponentType } from 'react';
import type { forms } from '@portico/kinds/componentForms';
import type { ComponentKind, ContentComponent } from '@portico/kinds/content';
import type { EditorCallbacks } from '../text/editorProps.ts';
import { EditableCallout } from './CalloutEditor.tsx';
import { EditableChecklist } from './ChecklistEditor.tsx';
import { DrawnBlock } from './DrawnBlock.tsx';
import type { EditableProps } from './editableProps.ts';
import { EditableImage } from './ImageEditor.tsx';
import { EditableTable } from './TableEditor.tsx';
import { EditableBodyText, EditableHeader, EditableLink, EditableList, EditableQuote } from './TextBlocks.tsx';

/** Kinds whose form says that their texts are edited on the page. */
type PageKind = { [K in ComponentKind]: (typeof forms)[K]['editedIn'] extends 'page' ? K : never }[ComponentKind];

/** All other kinds render as readers see them and are edited in the panel. */
const editors: { [Kind in PageKind]: ComponentType<EditableProps<Kind>> } = {
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
  /** Where to put the caret when the component appears and when this prop changes. */
  focusAt?: 'start' | 'end' | undefined;
}

/**
 * A component on the canvas that looks exactly like its block. `onSplit` receives this component with the content
 * before the caret, and a new text with the rest; `onBackspaceAtStart` is called only if the component is empty.
 */
export function EditableBlock(props: EditableBlockProps) {
  // The registry's type ties each kind to its component; TypeScript can't follow that through an index.
  const Editor = (editors as Partial<Record<ComponentKind, unknown>>)[props.component.type] as
    | ComponentType<EditableBlockProps>
    | undefined;
  return Editor ? <Editor {...props} /> : <DrawnBlock component={props.component} />;
}
