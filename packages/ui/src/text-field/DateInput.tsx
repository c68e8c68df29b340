import { dateProblem, inThisCentury, useTypedDate } from '../calendar/useTypedDate.ts';
import field from '../field/Field.module.css';
import { FieldFrame, useFieldIds, type FieldProps } from '../field/FieldFrame.tsx';
import styles from './TextInput.module.css';
import { classes } from '../styles/classes.ts';

export interface DateInputProps extends FieldProps {
  /** The browser's native field for a day, `yyyy-MM-dd`, or for a day and a time, `yyyy-MM-ddThh:mm`. */
  type?: 'date' | 'datetime-local';
  /** Empty for no date. */
  value: string;
  /** Called with finished dates only, and with an empty text when the field is emptied. */
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  /** First and last day, `yyyy-MM-dd`, that the browser offers. */
  min?: string | undefined;
  max?: string | undefined;
  /**
   * What happens to an unfinished year when the person leaves the field. `explain` completes a year of two digits and
   * shows an error for any other; `report` calls `onChange` with the date as typed, for forms that check it themselves.
   */
  unfinished?: 'explain' | 'report';
}

/** A form field for a date that people type, with the browser's own calendar. */
export function DateInput({
  type = 'date',
  value,
  onChange,
  onBlur,
  min,
  max,
  unfinished = 'explain',
  id,
  label,
  help,
  error,
  isRequired,
}: DateInputProps) {
  const problemOf = (text: string) => (text === '' ? undefined : dateProblem(text, min, max));
  const typed = useTypedDate({
    value,
    onChange,
    problemOf: unfinished === 'report' ? (text) => (text === '' ? undefined : dateProblem(text)) : problemOf,
    repair: (text) => {
      if (unfinished === 'report') return text;
      const repaired = inThisCentury(text);
      return problemOf(repaired) === undefined ? repaired : undefined;
    },
  });
  const own = { id, label, help, error: error ?? typed.problem, isRequired };
  const ids = useFieldIds(own);
  const limit = (day: string | undefined, time: string) => (day && type === 'datetime-local' ? `${day}T${time}` : day);
  return (
    <FieldFrame {...own} ids={ids}>
      <input
        id={ids.id}
        type={type}
        className={classes(field.control, styles.input)}
        data-kind={type === 'date' ? 'short' : undefined}
        value={typed.value}
        min={limit(min, '00:00')}
        max={limit(max, '23:59')}
        required={isRequired}
        aria-invalid={own.error !== undefined}
        aria-describedby={ids.describedBy()}
        onChange={(event) => typed.type(event.target.value)}
        onKeyDown={(event) => {
          // Enter submits a form without leaving the field.
          if (event.key === 'Enter') typed.leave();
        }}
        onBlur={() => {
          typed.leave();
          onBlur?.();
        }}
      />
    </FieldFrame>
  );
}
