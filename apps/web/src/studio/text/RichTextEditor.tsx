import type { RichText } from '@portico/kinds/richText';
import { richTextKeys } from './editorKeys.ts';
import type { EditorProps } from './editorProps.ts';
import { richTextModel } from './models.ts';
import { TextSurface } from './TextSurface.tsx';

/** Paragraphs and code blocks, edited as they appear. */
export function RichTextEditor(props: EditorProps<RichText>) {
  return <TextSurface {...props} model={richTextModel} keys={richTextKeys} isMultiline />;
}
