import { MAX_LIST_TEXT } from '@portico/contracts/paging';
import { SearchField } from '@portico/ui/SearchField';
import styles from './ListSearch.module.css';
import { useTypedText } from './useTypedText.ts';

export interface ListSearchProps {
  /** "Search news" */
  label: string;
  text: string;
  /** `replace` replaces the history entry, for a change that continues the previous one. */
  onChange: (changed: { text: string }, replace: boolean) => void;
}

/** A search field that filters a list as the user types. */
export function ListSearch({ label, text, onChange }: ListSearchProps) {
  const search = useTypedText(text, (next) => onChange({ text: next }, text !== '' && next !== ''));
  return (
    <div className={styles.search}>
      <SearchField
        label={label}
        placeholder={label}
        value={search.typed}
        onChange={(typed) => search.type(typed.slice(0, MAX_LIST_TEXT))}
        onSubmit={search.submit}
      />
    </div>
  );
}
