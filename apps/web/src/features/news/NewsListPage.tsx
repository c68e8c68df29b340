import type { NewsSummary } from '@portico/contracts/news';
import { NEWS_PAGE_SIZE } from '@portico/contracts/news';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { Pagination } from '@portico/ui/Pagination';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Newspaper from 'lucide-react/icons/newspaper';
import { useState } from 'react';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { PortalLink } from '../../shell/PortalLink.tsx';
import { stringifySearch } from '../../shell/searchParams.ts';
import { StickyFooter } from '../../shell/StickyFooter.tsx';
import { newsListQuery } from './news.queries.ts';
import { NewsCard } from './NewsCard.tsx';
import { NewsFilterBar } from './NewsFilterBar.tsx';
import type { NewsFilters } from './newsFilters.ts';
import { newsListInput, newsSearch, readNewsFilters } from './newsFilters.ts';
import styles from './NewsListPage.module.css';

/** All news that the person may see: sorted, filtered and paged by what the address says. Source: spec §2. */
export function Page() {
  const filters = readNewsFilters(useSearch({ strict: false }));
  const navigate = useNavigate();
  // One moment for the whole visit, so that "the last 30 days" stays one query.
  const [now] = useState(() => new Date());
  const { data: list, isPlaceholderData } = useQuery(newsListQuery(newsListInput(filters, now)));

  const change = (changed: Partial<NewsFilters>) =>
    void navigate({ to: '/news', search: newsSearch({ ...filters, page: 1, ...changed }), resetScroll: false });
  const hrefOf = (page: number) => `/news${stringifySearch(newsSearch({ ...filters, page }))}`;
  const pageCount = Math.ceil((list?.total ?? 0) / NEWS_PAGE_SIZE);

  return (
    <div className={styles.page}>
      <PageHeading title="News" />
      <NewsFilterBar filters={filters} now={now} onChange={change} />
      {list
        ? (
          <>
            <p role="status" className={styles.count}>{countLabel(list.total, filters.page, list.items.length)}</p>
            {list.items.length > 0
              ? <NewsList items={list.items} isStale={isPlaceholderData} />
              : <NothingFound hasPages={list.total > 0} onClear={() => change(noFilters)} onFirstPage={() => change({})} />}
            <StickyFooter>
              <Pagination page={filters.page} pageCount={pageCount} label="Pages of news" renderLink={(page, link) => <PortalLink {...link} href={hrefOf(page)} />} />
            </StickyFooter>
          </>
        )
        : <NewsListSkeleton />}
    </div>
  );
}

const noFilters = { days: undefined, from: undefined, to: undefined, categories: [] } satisfies Partial<NewsFilters>;

function countLabel(total: number, page: number, shown: number): string {
  if (total === 0) return 'No news found';
  if (shown === 0 || total <= shown) return total === 1 ? '1 news item' : `${total} news items`;
  const first = (page - 1) * NEWS_PAGE_SIZE + 1;
  return `${first}–${first + shown - 1} of ${total} news items`;
}

function NewsList({ items, isStale }: { items: NewsSummary[]; isStale: boolean }) {
  return (
    <ul className={styles.list} aria-busy={isStale} data-stale={isStale || undefined}>
      {items.map((item) => <li key={item.id}><NewsCard news={item} /></li>)}
    </ul>
  );
}

function NothingFound({ hasPages, onClear, onFirstPage }: { hasPages: boolean; onClear: () => void; onFirstPage: () => void }) {
  if (hasPages) {
    return <EmptyState icon={<Newspaper />} title="There is nothing on this page" action={<Button onPress={onFirstPage}>Show the first page</Button>} />;
  }
  return (
    <EmptyState
      icon={<Newspaper />}
      title="No news matches these filters"
      description="Try a longer period or fewer categories."
      action={<Button onPress={onClear}>Clear all filters</Button>}
    />
  );
}

function NewsListSkeleton() {
  return (
    <SkeletonGroup label="Loading news" className={styles.list}>
      {Array.from({ length: 5 }, (_, place) => <Skeleton key={place} shape="box" height="11.5rem" />)}
    </SkeletonGroup>
  );
}
