import { inlineKeys } from './editorKeys.ts';
import type { EditorProps } from './editorProps.ts';
import { lineModel } from './models.ts';
import { TextSurface } from './TextSurface.tsx';

/** One line of plain text, such as a heading, edited in place. */
export function LineEditor({ maxLength, ...props }: EditorProps<string> & { maxLength: number }) {
  return (
    <TextSurface
      {...props}
      model={lineModel}
      keys={inlineKeys}
      isMultiline={false}
      hasToolbar={false}
      maxLength={maxLength}
    />
  );
}
