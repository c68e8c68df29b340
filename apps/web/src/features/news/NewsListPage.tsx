import { NEWS_PAGE_SIZE } from '@portico/contracts/news';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Newspaper from 'lucide-react/icons/newspaper';
import { useState } from 'react';
import { t } from '../../locale/text.ts';
import { ForEditors } from '../../kit/EditLink.tsx';
import styles from '../../kit/list/ListPage.module.css';
import { ListResults, type ListTexts } from '../../kit/list/ListResults.tsx';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { stringifySearch } from '../../routing/searchParams.ts';
import { newsListQuery } from './news.queries.ts';
import { NewsCard } from './NewsCard.tsx';
import { NewsFilterBar } from './NewsFilterBar.tsx';
import type { NewsFilters } from './newsFilters.ts';
import { newsListInput, newsSearch, noNewsFilters, readNewsFilters } from './newsFilters.ts';

const texts = (): ListTexts => ({
  one: t('news.one'),
  many: t('news.many'),
  none: t('news.none'),
  noMatch: t('news.noMatch'),
  advice: t('news.advice'),
  loading: t('news.loading'),
  pages: t('news.pages'),
});

const cardSkeletons = Array.from({ length: 5 }, (_, index) => <Skeleton key={index} shape="box" height="11.5rem" />);

/** All news the reader can see. The address holds sorting, filters, and page. Source: spec §2. */
export function Page() {
  const filters = readNewsFilters(useSearch({ strict: false }));
  const navigate = useNavigate();
  // Fix the time for this visit; otherwise "the last 30 days" would be a new query on each render.
  const [now] = useState(() => new Date());
  const { data: list, isPlaceholderData } = useQuery(newsListQuery(newsListInput(filters, now)));

  const change = (changed: Partial<NewsFilters>, replace = false) =>
    void navigate({
      to: '/news',
      search: newsSearch({ ...filters, page: 1, ...changed }),
      resetScroll: false,
      replace,
    });

  return (
    <div className={styles.page}>
      <PageHeading title={t('news.title')} />
      <ForEditors isNew="news" />
      <NewsFilterBar filters={filters} now={now} onChange={change} />
      <ListResults
        texts={texts()}
        list={list}
        isStale={isPlaceholderData}
        page={filters.page}
        pageSize={NEWS_PAGE_SIZE}
        hrefOf={(page) => `/news${stringifySearch(newsSearch({ ...filters, page }))}`}
        renderItem={(item) => <NewsCard news={item} />}
        skeleton={cardSkeletons}
        icon={<Newspaper />}
        onClear={() => change(noNewsFilters)}
        onFirstPage={() => change({})}
      />
    </div>
  );
}
