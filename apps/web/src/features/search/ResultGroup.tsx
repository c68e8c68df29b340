import {
  MAX_SEARCH_OFFSET,
  type SearchGroup,
  type SearchGroupName,
  type SearchResult,
} from '@portico/contracts/search';
import { Button } from '@portico/ui/Button';
import { ItemCount } from '@portico/ui/ItemCount';
import { showToast } from '@portico/ui/toasts';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { t } from '../../locale/text.ts';
import counted from './CountedList.module.css';
import styles from './ResultGroup.module.css';
import { moreResultsQuery } from './search.queries.ts';
import type { SearchInput } from './searchFilters.ts';
import { SearchResultItem } from './SearchResultItem.tsx';

export interface ResultGroupProps {
  name: SearchGroupName;
  title: string;
  first: SearchGroup;
  input: SearchInput;
  /** This is the only group shown, so it starts with more results. */
  isAlone: boolean;
}

/** Results of one kind with their total. Loading more appends them and moves focus to the first new one. */
export function ResultGroup({ name, title, first, input, isAlone }: ResultGroupProps) {
  const total = first.totalResultCount;
  const { data, fetchNextPage, isFetching } = useInfiniteQuery({
    ...moreResultsQuery(input, name, first.results.length),
    enabled: isAlone && total > first.results.length,
  });
  const results = uniqueById([...first.results, ...(data?.pages.flatMap((page) => page.results) ?? [])]);
  const reached = data?.pages.at(-1);
  const isComplete = results.length >= total || reached?.results.length === 0;
  const isCut = !isComplete && reached !== undefined && reached.offset + reached.results.length > MAX_SEARCH_OFFSET;

  const headingId = useId();
  const list = useRef<HTMLUListElement>(null);
  const focusAt = useRef<number>(undefined);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (focusAt.current === undefined || results.length <= focusAt.current) return;
    list.current?.children[focusAt.current]?.querySelector('a')?.focus();
    setAnnouncement(t('search.moreShown', { count: results.length - focusAt.current, shown: results.length, total }));
    focusAt.current = undefined;
  }, [results.length, total]);

  const showMore = async () => {
    focusAt.current = results.length;
    const { isError } = await fetchNextPage();
    if (!isError) return;
    focusAt.current = undefined;
    showToast(t('search.moreNotLoaded'), { type: 'error' });
  };

  return (
    <section aria-labelledby={headingId} className={styles.group}>
      <h2 id={headingId} className={styles.title}>
        {title}
        <ItemCount count={total} className={counted.total} />
      </h2>
      <ul ref={list} className={counted.list}>
        {results.map((result) => (
          <SearchResultItem key={result.id} result={result} />
        ))}
      </ul>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {!isComplete && !isCut && (
        <div className={styles.more} data-print="hidden">
          <Button
            aria-label={t('search.showMoreIn', { group: title })}
            pending={isFetching}
            onPress={() => void showMore()}
          >
            {t('search.showMore')}
          </Button>
          <span className={styles.shown}>
            {t('search.shownOf', { shown: results.length, total: total.toLocaleString('en-US') })}
          </span>
        </div>
      )}
      {isCut && <p className={styles.shown}>{t('search.bestOnly', { count: results.length })}</p>}
    </section>
  );
}

/** Removes duplicates: a newly published item can push a result onto the next page. */
function uniqueById(results: SearchResult[]): SearchResult[] {
  return [...new Map(results.map((result) => [result.id, result])).values()];
}
