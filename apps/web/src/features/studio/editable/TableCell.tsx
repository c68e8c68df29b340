import { plainInline } from '@portico/contracts/plainText';
import type { InlineText } from '@portico/contracts/richText';
import { blockStyles } from '@portico/content/blockStyles';
import { InlineView } from '@portico/content/RichTextView';
import { classes } from '@portico/ui/classes';
import type { EditorCallbacks } from '../text/editorProps.ts';
import { InlineTextEditor } from '../text/InlineTextEditor.tsx';
import styles from './editable.module.css';

const { table: look } = blockStyles;

export interface TableCellProps extends EditorCallbacks<InlineText> {
  label: string;
  text: InlineText;
  /** It is the one that is written. */
  isActive: boolean;
  /** Tab leads to it while none is written. */
  isFirst: boolean;
  onActivate: () => void;
  onChange: (next: InlineText) => void;
}

/** A cell of a table: words to press, which become an editor. */
export function TableCell({ label, text, isActive, isFirst, onActivate, onChange, ...callbacks }: TableCellProps) {
  if (isActive)
    return (
      <div dir="auto" className={look['cell']}>
        <InlineTextEditor {...callbacks} label={label} focusAt="end" value={text} onChange={onChange} />
      </div>
    );
  return (
    <div
      role="button"
      tabIndex={isFirst ? 0 : -1}
      aria-label={`${label}: ${plainInline(text)}`}
      dir="auto"
      className={classes(look['cell'], styles.cell)}
      onFocus={onActivate}
      onPointerDown={(event) => {
        event.preventDefault();
        onActivate();
      }}
    >
      {/* The name says the words; a link in a button could not be reached. */}
      <div inert>
        <InlineView text={text} />
      </div>
    </div>
  );
}
