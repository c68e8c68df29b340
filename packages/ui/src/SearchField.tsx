import { useId, type Ref } from 'react';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { classes } from './classes.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import field from './Field.module.css';
import styles from './SearchField.module.css';

export interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Enter, with the text trimmed. */
  onSubmit?: ((value: string) => void) | undefined;
  placeholder?: string | undefined;
  /** A hint such as "Ctrl K", shown while the field is empty. */
  shortcut?: string | undefined;
  /** Id of text that explains the field. */
  describedBy?: string | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** A search box with its label for screen readers, a button that clears it, and Escape to clear. */
export function SearchField({ label, value, onChange, onSubmit, placeholder, shortcut, describedBy, inputRef }: SearchFieldProps) {
  const id = useId();
  return (
    <form
      role="search"
      aria-label={label}
      className={styles.field}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.(value.trim());
      }}
    >
      <label htmlFor={id}><VisuallyHidden>{label}</VisuallyHidden></label>
      <Search aria-hidden="true" className={styles.icon} />
      <input
        id={id}
        ref={inputRef}
        type="search"
        className={classes(field.control, styles.input)}
        value={value}
        placeholder={placeholder}
        aria-describedby={describedBy}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          onChange('');
        }}
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
      {value === '' && shortcut && <kbd className={styles.shortcut} aria-hidden="true">{shortcut}</kbd>}
    </form>
  );
}
