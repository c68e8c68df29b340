import { classes } from '../styles/classes.ts';
import field from '../field/Field.module.css';
import { FieldFrame, useFieldIds, type FieldProps } from '../field/FieldFrame.tsx';
import styles from './TextArea.module.css';

export interface TextAreaProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  placeholder?: string | undefined;
  rows?: number;
  /** Number of typed and allowed characters, shown below the field. Text beyond the limit is not cut off. */
  count?: { typed: number; max: number } | undefined;
}

/** Share of the limit from which screen readers announce the count. */
const ANNOUNCE_FROM = 0.9;

/** Several lines of text; grows with its content in browsers that support it. */
export function TextArea({ value, onChange, onBlur, placeholder, rows = 4, count, ...own }: TextAreaProps) {
  const ids = useFieldIds(own);
  const countId = `${ids.id}-count`;
  return (
    <FieldFrame {...own} ids={ids} foot={count && <Count id={countId} {...count} />}>
      <textarea
        id={ids.id}
        rows={rows}
        className={classes(field.control, styles.area)}
        value={value}
        placeholder={placeholder}
        required={own.isRequired}
        aria-invalid={own.error !== undefined}
        aria-describedby={ids.describedBy(count && countId)}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    </FieldFrame>
  );
}

function Count({ id, typed, max }: { id: string; typed: number; max: number }) {
  const left = max - typed;
  const words =
    left < 0
      ? `${(-left).toLocaleString('en-US')} characters too many`
      : `${typed.toLocaleString('en-US')} of ${max.toLocaleString('en-US')} characters`;
  return (
    <p
      id={id}
      className={styles.count}
      data-over={left < 0 || undefined}
      role={typed >= max * ANNOUNCE_FROM ? 'status' : undefined}
    >
      {words}
    </p>
  );
}
