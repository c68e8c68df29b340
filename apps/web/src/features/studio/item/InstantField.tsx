import { useEffect, useId, useState } from 'react';
import { t } from '../../../locale/text.ts';
import { Field } from './Field.tsx';
import { fromLocal, toLocal, zoneLabel } from './zonedTime.ts';
import styles from './Field.module.css';

interface InstantFieldProps {
  label: string;
  value: string | null;
  timeZone: string;
  onChange: (value: string | null) => void;
  help?: string | undefined;
}

/** A date and time in a time zone, which the help names. Empty means null. */
export function InstantField({ label, value, timeZone, onChange, help }: InstantFieldProps) {
  const id = useId();
  const shown = value === null ? '' : toLocal(value, timeZone);
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped(shown), [shown]);
  return (
    <Field
      id={id}
      label={label}
      help={[help, t('studio.timesIn', { zone: zoneLabel(timeZone) })].filter(Boolean).join(' ')}
    >
      <input
        id={id}
        type="datetime-local"
        className={styles.control}
        value={typed}
        aria-describedby={`${id}-help`}
        onChange={(event) => {
          setTyped(event.target.value);
          if (event.target.value === '') onChange(null);
          else {
            const instant = fromLocal(event.target.value, timeZone);
            if (instant !== undefined) onChange(instant);
          }
        }}
      />
    </Field>
  );
}
