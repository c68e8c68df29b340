import { plainInline } from '@portico/kinds/plainText';
import type { InlineText } from '@portico/kinds/richText';
import { blockStyles } from '@portico/kinds/page/blockStyles';
import { InlineView } from '@portico/kinds/page/RichTextView';
import { classes } from '@portico/ui/classes';
import type { EditorCallbacks } from '../text/editorProps.ts';
import { InlineTextEditor } from '../text/InlineTextEditor.tsx';
import styles from './editable.module.css';

const { table: tableStyles } = blockStyles;

export interface TableCellProps extends EditorCallbacks<InlineText> {
  label: string;
  text: InlineText;
  /** Whether this cell is being edited. */
  isActive: boolean;
  /** Whether Tab reaches this cell while no cell is being edited. */
  isFirst: boolean;
  onActivate: () => void;
  onChange: (next: InlineText) => void;
}

/** A table cell: pressable text that becomes an editor. */
export function TableCell({ label, text, isActive, isFirst, onActivate, onChange, ...callbacks }: TableCellProps) {
  if (isActive)
    return (
      <div dir="auto" className={tableStyles['cell']}>
        <InlineTextEditor {...callbacks} label={label} focusAt="end" value={text} onChange={onChange} />
      </div>
    );
  return (
    <div
      role="button"
      tabIndex={isFirst ? 0 : -1}
      aria-label={`${label}: ${plainInline(text)}`}
      dir="auto"
      className={classes(tableStyles['cell'], styles.cell)}
      onFocus={onActivate}
      onPointerDown={(event) => {
        event.preventDefault();
        onActivate();
      }}
    >
      {/* The accessible name has the text; a link inside a button could not be reached anyway. */}
      <div inert>
        <InlineView text={text} />
      </div>
    </div>
  );
}
