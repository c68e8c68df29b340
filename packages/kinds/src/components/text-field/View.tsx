import { StandaloneField, StandaloneFields } from '../../page/StandaloneFields.tsx';
import type { ViewOf } from '../../page/view.ts';
import type { TextField } from '../../forms/formFields.ts';
import styles from '../../page/StandaloneFields.module.css';

export function TextFieldView({ component }: { component: TextField }) {
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

export const view: ViewOf<TextField> = { View: TextFieldView, Group: StandaloneFields };
