import { useId, type ReactNode } from 'react';
import type { DropDownList, TextArea, TextField } from '../forms/formFields.ts';
import styles from './StandaloneFields.module.css';

/** Fields outside of a form. They have nowhere to send their values, so they are disabled. Source: decisions/0034. */
export function StandaloneFields({ children }: { children: ReactNode }) {
  return (
    <div className={styles.fields} data-block>
      {children}
      <p className={styles.note}>These fields aren’t part of a form, so nothing can be entered here.</p>
    </div>
  );
}

/** A label, help text and a disabled control. */
export function StandaloneField({
  field,
  children,
}: {
  field: TextField | TextArea | DropDownList;
  children: (own: { id: string; describedBy: string | undefined }) => ReactNode;
}) {
  const id = useId();
  const helpId = `${id}-help`;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {field.label}
        {field.isRequired === true && (
          <>
            {' '}
            <span className={styles.required}>(required)</span>
          </>
        )}
      </label>
      {field.helpText && (
        <p id={helpId} className={styles.help}>
          {field.helpText}
        </p>
      )}
      {children({ id, describedBy: field.helpText ? helpId : undefined })}
    </div>
  );
}
