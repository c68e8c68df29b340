import { DOCUMENTS_PAGE_SIZE } from '@portico/contracts/documents';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import Files from 'lucide-react/icons/files';
import { useEffect, useRef } from 'react';
import { t } from '../../locale/text.ts';
import { ForEditors } from '../../kit/EditLink.tsx';
import list from '../../kit/list/ListPage.module.css';
import { ListResults, type ListTexts } from '../../kit/list/ListResults.tsx';
import { useListPage } from '../../kit/list/useListPage.ts';
import { useListView } from '../../kit/list/useListView.ts';
import { PageHeading } from '../../kit/PageHeading.tsx';
import type { ListView } from '../../routing/listFilters.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { DocumentCard } from './DocumentCard.tsx';
import { DocumentFilterBar } from './DocumentFilterBar.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { documentFilters, type DocumentFilters } from './documentFilters.ts';
import { documentsQuery } from './documents.queries.ts';
import styles from './DocumentsPage.module.css';
import { DocumentViewer } from './DocumentViewer.tsx';

const texts = (): ListTexts => ({
  one: t('documents.one'),
  many: t('documents.many'),
  none: t('documents.none'),
  noMatch: t('documents.noMatch'),
  advice: t('documents.advice'),
  loading: t('documents.loading'),
  pages: t('documents.pages'),
});

const cardSkeletons = Array.from({ length: 6 }, (_, index) => <Skeleton key={index} shape="box" height="15rem" />);

const rowSkeletons = [<Skeleton key="rows" shape="box" height="44rem" />];

/** All documents the reader can see. The address holds sorting, filters, page, and open document. Source: spec §2. */
export function Page() {
  const page = useListPage(documentFilters, '/documents');
  const { filters, now } = page;
  const { data, isPlaceholderData } = useQuery(documentsQuery(documentFilters.asked(filters, now)));

  const [view, rememberView] = useListView('documents', filters.view);
  const router = useRouter();
  // Close with Back only if this list opened the document.
  const wasOpenedHere = useRef(false);
  useEffect(() => {
    if (!filters.preview) wasOpenedHere.current = false;
  }, [filters.preview]);

  const change: typeof page.change = (changed, isReplacing) =>
    page.change({ preview: undefined, ...changed }, isReplacing);

  const chooseView = (chosen: ListView) => {
    rememberView(chosen);
    change({ view: chosen, page: filters.page }, true);
  };
  const open = (id: string) => {
    wasOpenedHere.current = true;
    change({ page: filters.page, preview: { id, page: 1 } });
  };
  /** Replaces the history entry, so Back always closes the open document. */
  const replace = (changed: Partial<DocumentFilters>) => page.change({ page: filters.page, ...changed }, true);
  const close = () => {
    if (wasOpenedHere.current) router.history.back();
    else replace({ preview: undefined });
  };

  return (
    <div className={list.page}>
      <PageHeading title={t('shared.documentsTitle')} />
      <ForEditors isNew="document" />
      <DocumentFilterBar {...page} change={change} view={view} onView={chooseView} />
      <ListResults
        texts={texts()}
        list={data}
        isStale={isPlaceholderData}
        page={filters.page}
        pageSize={DOCUMENTS_PAGE_SIZE}
        hrefOf={(number) =>
          `/documents${stringifySearch(documentFilters.address({ ...filters, page: number, preview: undefined }))}`
        }
        renderItem={(document) => <DocumentCard document={document} onPreview={() => open(document.id)} />}
        skeleton={view === 'cards' ? cardSkeletons : rowSkeletons}
        icon={<Files />}
        onClear={() => change(documentFilters.cleared)}
        onFirstPage={() => change({})}
        className={view === 'cards' ? styles.cards : undefined}
        renderAll={view === 'table' ? (items) => <DocumentTable documents={items} onPreview={open} /> : undefined}
      />
      <DocumentViewer filters={filters} now={now} list={data} onMove={replace} onClose={close} />
    </div>
  );
}
