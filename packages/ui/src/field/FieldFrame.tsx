import { useId, type ReactNode } from 'react';
import { classes } from '../styles/classes.ts';
import field from './Field.module.css';
import styles from './FieldFrame.module.css';
import texts from './FieldTexts.module.css';

/** Props of every form field. */
export interface FieldProps {
  /** Id of the control or group of controls; generated if absent. */
  id?: string | undefined;
  label: string;
  /** Shown between label and control. */
  help?: ReactNode;
  /** The error, as a sentence. */
  error?: string | undefined;
  isRequired?: boolean | undefined;
}

export interface FieldIds {
  id: string;
  labelId: string;
  helpId: string;
  errorId: string;
  /** Value for `aria-describedby`: the help, the error, and additional ids of the field. */
  describedBy: (...more: (string | false | undefined)[]) => string | undefined;
}

export function useFieldIds({ id, help, error }: Pick<FieldProps, 'id' | 'help' | 'error'>): FieldIds {
  const ownId = useId();
  const base = id ?? ownId;
  const [helpId, errorId] = [`${base}-help`, `${base}-error`];
  return {
    id: base,
    labelId: `${base}-label`,
    helpId,
    errorId,
    describedBy: (...more) =>
      classes(error !== undefined && errorId, help !== undefined && helpId, ...more) || undefined,
  };
}

export interface FieldFrameProps extends FieldProps {
  ids: FieldIds;
  /** `group` if there are several controls; the error then describes the group. */
  kind?: 'control' | 'radiogroup' | 'group';
  /** Shown below the control, next to the error. */
  foot?: ReactNode;
  children: ReactNode;
}

/**
 * Label and help above the control, the error below it. “(required)” is part of the accessible name only for a group,
 * because all other controls have an attribute for it.
 */
export function FieldFrame({
  ids,
  label,
  help,
  error,
  isRequired = false,
  kind = 'control',
  foot,
  children,
}: FieldFrameProps) {
  const name = (
    <>
      {label}
      {isRequired && (
        <>
          {' '}
          <span className={texts.required} aria-hidden={kind !== 'group' || undefined}>
            (required)
          </span>
        </>
      )}
    </>
  );
  const inside = (
    <>
      {help !== undefined && (
        <div id={ids.helpId} className={texts.help}>
          {help}
        </div>
      )}
      {children}
      <div className={styles.foot}>
        {error !== undefined && (
          <p id={ids.errorId} className={texts.error}>
            {error}
          </p>
        )}
        {foot}
      </div>
    </>
  );
  const frame = classes(field.field, styles.frame);
  if (kind === 'control') {
    return (
      <div className={frame} data-invalid={error !== undefined || undefined}>
        <label id={ids.labelId} htmlFor={ids.id} className={styles.label}>
          {name}
        </label>
        {inside}
      </div>
    );
  }
  const ofRadios = {
    role: 'radiogroup',
    'aria-required': isRequired || undefined,
    'aria-invalid': error !== undefined,
  } as const;
  return (
    <div
      id={ids.id}
      className={frame}
      data-invalid={error !== undefined || undefined}
      aria-labelledby={ids.labelId}
      aria-describedby={ids.describedBy()}
      {...(kind === 'radiogroup' ? ofRadios : { role: 'group' })}
    >
      <span id={ids.labelId} className={styles.label}>
        {name}
      </span>
      {inside}
    </div>
  );
}
