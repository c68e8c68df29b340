import type { InlineText } from '@portico/kinds/richText';
import { inlineKeys } from './editorKeys.ts';
import type { EditorProps } from './editorProps.ts';
import { inlineModel } from './models.ts';
import { TextSurface } from './TextSurface.tsx';

/** One paragraph of formatted text, such as a table cell. */
export function InlineTextEditor(props: EditorProps<InlineText>) {
  return <TextSurface {...props} model={inlineModel} keys={inlineKeys} isMultiline={false} />;
}
