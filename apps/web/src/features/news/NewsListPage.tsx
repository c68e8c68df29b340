import { NEWS_PAGE_SIZE } from '@portico/contracts/news';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import Newspaper from 'lucide-react/icons/newspaper';
import { t } from '../../locale/text.ts';
import { ForEditors } from '../../kit/EditLink.tsx';
import styles from '../../kit/list/ListPage.module.css';
import { ListResults, type ListTexts } from '../../kit/list/ListResults.tsx';
import { useListPage } from '../../kit/list/useListPage.ts';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { newsListQuery } from './news.queries.ts';
import { NewsCard } from './NewsCard.tsx';
import { NewsFilterBar } from './NewsFilterBar.tsx';
import { newsFilters } from './newsFilters.ts';

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
  const page = useListPage(newsFilters, '/news');
  const { filters, now, change } = page;
  const { data: list, isPlaceholderData } = useQuery(newsListQuery(newsFilters.asked(filters, now)));

  return (
    <div className={styles.page}>
      <PageHeading title={t('news.title')} />
      <ForEditors isNew="news" />
      <NewsFilterBar {...page} />
      <ListResults
        texts={texts()}
        list={list}
        isStale={isPlaceholderData}
        page={filters.page}
        pageSize={NEWS_PAGE_SIZE}
        hrefOf={page.hrefOf}
        renderItem={(item) => <NewsCard news={item} />}
        skeleton={cardSkeletons}
        icon={<Newspaper />}
        onClear={() => change(newsFilters.cleared)}
        onFirstPage={() => change({})}
      />
    </div>
  );
}
