import { IconButton } from '@portico/ui/IconButton';
import { classes } from '@portico/ui/classes';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, type Ref, useId } from 'react';
import { t } from '../../../locale/text.ts';
import styles from './FindBar.module.css';
import type { PdfFind } from './usePdfFind.ts';

/**
 * Finds text in the file, with a match count and buttons for the next and previous match. Enter and Shift-Enter step;
 * Escape clears.
 */
export function FindBar({ find, inputRef }: { find: PdfFind; inputRef: Ref<HTMLInputElement> }) {
  const id = useId();
  const { query, setQuery, matches, current, step } = find;
  const count = countLabel(find);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    }
    if (event.key === 'Escape' && query !== '') {
      // The first Escape clears the field; the next one closes the dialog.
      event.preventDefault();
      event.stopPropagation();
      setQuery('');
    }
  };
  return (
    <div role="search" aria-label={t('documents.findLabel')} className={styles.find}>
      <label htmlFor={id}>
        <VisuallyHidden>{t('documents.findLabel')}</VisuallyHidden>
      </label>
      <div className={styles.box}>
        <Search aria-hidden="true" className={styles.icon} />
        <input
          id={id}
          ref={inputRef}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          className={styles.input}
          placeholder={t('documents.findPlaceholder')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <span
          role="status"
          className={classes(styles.count)}
          data-none={count === t('documents.noMatches') || undefined}
        >
          {count}
          {current >= 0 && (
            <VisuallyHidden>, {t('documents.matchPage', { page: matches[current]?.page ?? 0 })}</VisuallyHidden>
          )}
        </span>
      </div>
      <IconButton
        size="small"
        label={t('documents.previousMatch')}
        icon={<ChevronUp aria-hidden="true" />}
        hasTooltip={false}
        isDisabled={matches.length === 0}
        onPress={() => step(-1)}
      />
      <IconButton
        size="small"
        label={t('documents.nextMatch')}
        icon={<ChevronDown aria-hidden="true" />}
        hasTooltip={false}
        isDisabled={matches.length === 0}
        onPress={() => step(1)}
      />
    </div>
  );
}

/** "3 of 17", "None", or an empty string without a query. */
function countLabel({ query, matches, current, isSearching }: PdfFind): string {
  if (query.trim() === '') return '';
  if (matches.length === 0) return isSearching ? '…' : t('documents.noMatches');
  return `${t('documents.position', { position: current + 1, total: matches.length })}${isSearching ? '…' : ''}`;
}
