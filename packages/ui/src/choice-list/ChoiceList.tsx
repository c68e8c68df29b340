import { useId, type FocusEvent } from 'react';
import { FieldFrame, useFieldIds, type FieldProps } from '../field/FieldFrame.tsx';
import { classes } from '../styles/classes.ts';
import texts from '../field/FieldTexts.module.css';
import styles from './ChoiceList.module.css';

interface Choice {
  value: string;
  label: string;
}

interface ChoiceListProps extends FieldProps {
  options: readonly Choice[];
  onBlur?: (() => void) | undefined;
}

/** Handles blur of the whole group: moving the focus within it does not count. */
const leaving = (onBlur: (() => void) | undefined) => (event: FocusEvent<HTMLElement>) => {
  if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
};

/** One of several choices, all visible. Native radio buttons, so arrow keys change the choice. */
export function RadioList({
  options,
  value,
  onChange,
  onBlur,
  ...own
}: ChoiceListProps & { /** Empty while none is chosen. */ value: string; onChange: (value: string) => void }) {
  const ids = useFieldIds(own);
  const name = useId();
  return (
    <FieldFrame {...own} ids={ids} kind="radiogroup">
      <div className={styles.choices} onBlur={leaving(onBlur)}>
        {options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.label}>{option.label}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}

/** Any number of choices, all visible. Returns values in the order of the options. */
export function CheckboxGroup({
  options,
  values,
  onChange,
  onBlur,
  ...own
}: ChoiceListProps & { values: readonly string[]; onChange: (values: string[]) => void }) {
  const ids = useFieldIds(own);
  const toggle = (value: string, isChosen: boolean) =>
    onChange(
      options.map((option) => option.value).filter((each) => (each === value ? isChosen : values.includes(each))),
    );
  return (
    <FieldFrame {...own} ids={ids} kind="group">
      <div className={styles.choices} onBlur={leaving(onBlur)}>
        {options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="checkbox"
              className={styles.box}
              checked={values.includes(option.value)}
              aria-invalid={own.error !== undefined}
              onChange={(event) => toggle(option.value, event.target.checked)}
            />
            <span className={styles.label}>{option.label}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}

/** A statement with a checkbox. */
export function Checkbox({
  isChecked,
  onChange,
  onBlur,
  id,
  label,
  help,
  error,
  isRequired,
}: FieldProps & {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  onBlur?: (() => void) | undefined;
}) {
  const ids = useFieldIds({ id, help, error });
  return (
    <div className={styles.single} data-invalid={error !== undefined || undefined}>
      <label className={styles.choice}>
        <input
          id={ids.id}
          type="checkbox"
          className={styles.box}
          checked={isChecked}
          required={isRequired}
          aria-invalid={error !== undefined}
          aria-describedby={ids.describedBy()}
          onChange={(event) => onChange(event.target.checked)}
          onBlur={onBlur}
        />
        <span className={styles.label}>
          {label}
          {isRequired === true && (
            <>
              {' '}
              <span className={classes(texts.required, styles.required)} aria-hidden="true">
                (required)
              </span>
            </>
          )}
        </span>
      </label>
      {help !== undefined && (
        <div id={ids.helpId} className={texts.help}>
          {help}
        </div>
      )}
      {error !== undefined && (
        <p id={ids.errorId} className={texts.error}>
          {error}
        </p>
      )}
    </div>
  );
}
