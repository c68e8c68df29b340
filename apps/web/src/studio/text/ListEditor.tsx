import { useMemo } from 'react';
import type { ListItem } from '@portico/kinds/parts';
import { listKeys } from './editorKeys.ts';
import type { EditorCallbacks, EditorProps } from './editorProps.ts';
import { listModel, type ListValue, type TextModel } from './models.ts';
import { TextSurface } from './TextSurface.tsx';

const keys = (model: TextModel<ListValue>, callbacks: EditorCallbacks<ListValue>) => listKeys(model.schema, callbacks);

export interface ListEditorProps extends Omit<EditorProps<ListValue>, 'value'> {
  items: ListItem[];
  ordered: boolean;
  start?: number | undefined;
}

/** A nested list. Tab and Shift+Tab indent and outdent an entry; Enter in an empty last entry ends the list. */
export function ListEditor({ items, ordered, start, ...rest }: ListEditorProps) {
  const value = useMemo(() => ({ items, ordered, ...(start !== undefined && { start }) }), [items, ordered, start]);
  return <TextSurface {...rest} value={value} isSame={isSame} model={listModel} keys={keys} isMultiline />;
}

/** Compares by entries, because the component around a list can be a new object on each render. */
const isSame = (left: ListValue, right: ListValue) =>
  left.items === right.items && left.ordered === right.ordered && left.start === right.start;
