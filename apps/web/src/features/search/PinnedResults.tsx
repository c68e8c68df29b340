import type { SearchResult } from '@portico/contracts/search';
import { t } from '../../locale/text.ts';
import counted from './CountedList.module.css';
import styles from './ResultGroup.module.css';
import { SearchResultItem } from './SearchResultItem.tsx';

/** What editors pinned to the term, above all results. */
export function PinnedResults({ results }: { results: readonly SearchResult[] }) {
  if (results.length === 0) return null;
  return (
    <section aria-labelledby="pinned-results" className={styles.group}>
      <h2 id="pinned-results" className={styles.title}>
        {t('search.pinned')}
      </h2>
      <ul className={counted.list}>
        {results.map((result) => (
          <SearchResultItem key={result.id} result={result} />
        ))}
      </ul>
    </section>
  );
}
