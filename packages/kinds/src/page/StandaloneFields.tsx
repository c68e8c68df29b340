import { useId, type ReactNode } from 'react';
import type { ComponentOf } from '../content.ts';
import styles from './StandaloneFields.module.css';

type StandaloneField = ComponentOf<'TextField' | 'TextArea' | 'DropDownList'>;

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
function StandaloneField({
  field,
  children,
}: {
  field: StandaloneField;
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

export function TextFieldBlock({ component }: { component: ComponentOf<'TextField'> }) {
  return (
    <StandaloneField field={component}>
      {({ id, describedBy }) => (
        <input
          id={id}
          type="text"
          disabled
          placeholder={component.placeholder}
          aria-describedby={describedBy}
          className={styles.control}
        />
      )}
    </StandaloneField>
  );
}

export function TextAreaBlock({ component }: { component: ComponentOf<'TextArea'> }) {
  return (
    <StandaloneField field={component}>
      {({ id, describedBy }) => (
        <textarea
          id={id}
          rows={3}
          disabled
          placeholder={component.placeholder}
          aria-describedby={describedBy}
          className={styles.control}
        />
      )}
    </StandaloneField>
  );
}

/** The choices are listed below, because a disabled list can't be opened. */
export function DropDownListBlock({ component }: { component: ComponentOf<'DropDownList'> }) {
  return (
    <StandaloneField field={component}>
      {({ id, describedBy }) => (
        <>
          <select id={id} disabled aria-describedby={describedBy} className={styles.control}>
            <option>Choose one</option>
          </select>
          <p className={styles.help}>Choices: {component.options.map(({ label }) => label).join(' · ')}</p>
        </>
      )}
    </StandaloneField>
  );
}
