import { useId, type ComponentPropsWithRef } from 'react';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { classes } from '../styles/classes.ts';
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx';
import field from '../field/Field.module.css';
import styles from './SearchInput.module.css';

export interface SearchInputProps extends Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'size'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** A hint such as "Ctrl K", shown while the field is empty. */
  shortcut?: string | undefined;
  size?: 'medium' | 'large';
}

/** A search input, for use in a form, with a label for screen readers, a magnifying glass and a clear button. */
export function SearchInput({ label, value, onChange, shortcut, size = 'medium', ...input }: SearchInputProps) {
  const id = useId();
  return (
    <div className={classes(styles.field, styles[size])}>
      <label htmlFor={id}>
        <VisuallyHidden>{label}</VisuallyHidden>
      </label>
      <Search aria-hidden="true" className={styles.icon} />
      <input
        {...input}
        id={id}
        className={classes(field.control, styles.input)}
        value={value}
        enterKeyHint="search"
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label="Clear search"
          onClick={(event) => {
            onChange('');
            event.currentTarget.form?.querySelector('input')?.focus();
          }}
        >
          <X aria-hidden="true" />
        </button>
      )}
      {value === '' && shortcut && (
        <kbd className={styles.shortcut} aria-hidden="true">
          {shortcut}
        </kbd>
      )}
    </div>
  );
}
