import { RESOURCES_PAGE_SIZE } from '@portico/contracts/resources';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import BookOpen from 'lucide-react/icons/book-open';
import { useState } from 'react';
import { t } from '../../locale/text.ts';
import { ForEditors } from '../../kit/EditLink.tsx';
import list from '../../kit/list/ListPage.module.css';
import { ListResults, type ListTexts } from '../../kit/list/ListResults.tsx';
import { useListView } from '../../kit/list/useListView.ts';
import { PageHeading } from '../../kit/PageHeading.tsx';
import type { ListView } from '../../routing/listAddress.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { ResourceCard } from './ResourceCard.tsx';
import { ResourceFilterBar } from './ResourceFilterBar.tsx';
import { ResourceTable } from './ResourceTable.tsx';
import type { ResourceFilters } from './resourceFilters.ts';
import { noResourceFilters, readResourceFilters, resourceSearch, resourcesInput } from './resourceFilters.ts';
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
  const filters = readResourceFilters(useSearch({ strict: false }));
  const navigate = useNavigate();
  // Fix the time for this visit; otherwise "the last 30 days" would be a new query on each render.
  const [now] = useState(() => new Date());
  const { data, isPlaceholderData } = useQuery(resourcesQuery(resourcesInput(filters, now)));

  const [view, rememberView] = useListView('resources', filters.view);
  const change = (changed: Partial<ResourceFilters>, replace = false) =>
    void navigate({
      to: '/resources',
      search: resourceSearch({ ...filters, page: 1, ...changed }),
      resetScroll: false,
      replace,
    });

  const chooseView = (chosen: ListView) => {
    rememberView(chosen);
    change({ view: chosen, page: filters.page }, true);
  };

  return (
    <div className={list.page}>
      <PageHeading title={t('shared.resourcesTitle')} />
      <ForEditors isNew="resource" />
      <ResourceFilterBar filters={filters} view={view} now={now} onChange={change} onView={chooseView} />
      <ListResults
        texts={texts()}
        list={data}
        isStale={isPlaceholderData}
        page={filters.page}
        pageSize={RESOURCES_PAGE_SIZE}
        hrefOf={(page) => `/resources${stringifySearch(resourceSearch({ ...filters, page }))}`}
        renderItem={(resource) => <ResourceCard resource={resource} />}
        skeleton={cardSkeletons}
        icon={<BookOpen />}
        onClear={() => change(noResourceFilters)}
        onFirstPage={() => change({})}
        className={styles.panels}
        renderAll={view === 'table' ? (items) => <ResourceTable resources={items} /> : undefined}
      />
    </div>
  );
}
