import { RESOURCES_PAGE_SIZE } from '@portico/contracts/resources';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import BookOpen from 'lucide-react/icons/book-open';
import { t } from '../../locale/text.ts';
import { ForEditors } from '../../kit/EditLink.tsx';
import list from '../../kit/list/ListPage.module.css';
import { ListResults, type ListTexts } from '../../kit/list/ListResults.tsx';
import { useListPage } from '../../kit/list/useListPage.ts';
import { useListView } from '../../kit/list/useListView.ts';
import { PageHeading } from '../../kit/PageHeading.tsx';
import type { ListView } from '../../routing/listFilters.ts';
import { ResourceCard } from './ResourceCard.tsx';
import { ResourceFilterBar } from './ResourceFilterBar.tsx';
import { ResourceTable } from './ResourceTable.tsx';
import { resourceFilters } from './resourceFilters.ts';
import { resourcesQuery } from './resources.queries.ts';
import styles from './ResourcesPage.module.css';

const texts = (): ListTexts => ({
  one: t('resources.one'),
  many: t('resources.many'),
  none: t('resources.none'),
  noMatch: t('resources.noMatch'),
  advice: t('resources.advice'),
  loading: t('resources.loading'),
  pages: t('resources.pages'),
});

const cardSkeletons = Array.from({ length: 6 }, (_, index) => <Skeleton key={index} shape="box" height="12rem" />);

/** All resources the reader can see. The address holds sorting, filters, and page. Source: spec §2. */
export function Page() {
  const page = useListPage(resourceFilters, '/resources');
  const { filters, now, change } = page;
  const { data, isPlaceholderData } = useQuery(resourcesQuery(resourceFilters.asked(filters, now)));
  const [view, rememberView] = useListView('resources', filters.view);
  const chooseView = (chosen: ListView) => {
    rememberView(chosen);
    change({ view: chosen, page: filters.page }, true);
  };

  return (
    <div className={list.page}>
      <PageHeading title={t('shared.resourcesTitle')} />
      <ForEditors isNew="resource" />
      <ResourceFilterBar {...page} view={view} onView={chooseView} />
      <ListResults
        texts={texts()}
        list={data}
        isStale={isPlaceholderData}
        page={filters.page}
        pageSize={RESOURCES_PAGE_SIZE}
        hrefOf={page.hrefOf}
        renderItem={(resource) => <ResourceCard resource={resource} />}
        skeleton={cardSkeletons}
        icon={<BookOpen />}
        onClear={() => change(resourceFilters.cleared)}
        onFirstPage={() => change({})}
        className={styles.panels}
        renderAll={view === 'table' ? (items) => <ResourceTable resources={items} /> : undefined}
      />
    </div>
  );
}
