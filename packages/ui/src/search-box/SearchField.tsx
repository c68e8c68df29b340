import { SearchInput } from './SearchInput.tsx';

export interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Called on Enter, with the trimmed text. */
  onSubmit?: ((value: string) => void) | undefined;
  placeholder?: string | undefined;
}

/** A search field without suggestions, which a button and Escape clear. */
export function SearchField({ label, value, onChange, onSubmit, placeholder }: SearchFieldProps) {
  return (
    <form
      role="search"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.(value.trim());
      }}
    >
      <SearchInput
        type="search"
        label={label}
        value={value}
        onChange={onChange}
        placeholder={placeholder}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          onChange('');
        }}
      />
    </form>
  );
}
