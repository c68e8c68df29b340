import { StandaloneField, StandaloneFields } from '../../page/StandaloneFields.tsx';
import type { ViewOf } from '../../page/view.ts';
import type { TextArea } from '../../forms/formFields.ts';
import styles from '../../page/StandaloneFields.module.css';

export function TextAreaView({ component }: { component: TextArea }) {
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

export const view: ViewOf<TextArea> = { View: TextAreaView, Group: StandaloneFields };
