import { StandaloneField, StandaloneFields } from '../../page/StandaloneFields.tsx';
import type { ViewOf } from '../../page/view.ts';
import type { DropDownList } from '../../forms/formFields.ts';
import styles from '../../page/StandaloneFields.module.css';

/** The choices are listed below, because a disabled list can't be opened. */
export function DropDownListView({ component }: { component: DropDownList }) {
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

export const view: ViewOf<DropDownList> = { View: DropDownListView, Group: StandaloneFields };
