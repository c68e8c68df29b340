import type { CallResult } from '@portico/contracts/endpoint';
import { FORM_ENTRY_PAGE_SIZE, type listOwnEntries } from '@portico/contracts/forms';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import { useReloadOn } from '../../../api/useReloadOn.ts';
import { ListResults, type ListTexts } from '../../../kit/list/ListResults.tsx';
import { readPage } from '../../../routing/listFilters.ts';
import { PageHeading } from '../../../kit/PageHeading.tsx';
import { AboutForms } from './AboutForms.tsx';
import { Drafts, SentEntry } from './EntryRows.tsx';
import styles from './EntriesPage.module.css';
import { ownEntriesQuery } from '../forms.queries.ts';
import { t } from '../../../locale/text.ts';

/** Read when the page renders, because the texts load in parallel with this module. */
const listTexts = (): ListTexts => ({
  one: t('forms.entry'),
  many: t('forms.entries'),
  none: t('forms.noEntries'),
  noMatch: t('forms.noEntries'),
  advice: '',
  loading: t('forms.loadingOwn'),
  pages: t('forms.entryPages'),
});

const skeletons = (
  <>
    <Skeleton width="5rem" />
    <Skeleton shape="box" height="11rem" />
  </>
);

/** The reader’s drafts and sent entries. They load together, so that the layout doesn't shift. */
export function Page() {
  const page = readPage(useSearch({ strict: false }));
  const { data, isPlaceholderData } = useQuery(ownEntriesQuery(page));
  useReloadOn('forms', ownEntriesQuery(page));
  return (
    <div className={styles.page}>
      <PageHeading title={t('shared.ownEntriesTitle')} />
      {data ? (
        <Entries data={data} isStale={isPlaceholderData} page={page} />
      ) : (
        <SkeletonGroup label={t('forms.loadingOwn')} className={styles.section}>
          {skeletons}
        </SkeletonGroup>
      )}
    </div>
  );
}

function Entries({ data, isStale, page }: { data: CallResult<typeof listOwnEntries>; isStale: boolean; page: number }) {
  const navigate = useNavigate();
  const firstPage = () => void navigate({ to: '/forms/entries' });
  return (
    <>
      <Drafts begun={data.begun} />
      <section aria-labelledby="sent" className={styles.section}>
        <h2 id="sent" className={styles.subtitle}>
          {t('forms.sent')}
        </h2>
        <ListResults
          texts={listTexts()}
          list={data}
          isStale={isStale}
          page={page}
          pageSize={FORM_ENTRY_PAGE_SIZE}
          hrefOf={(other) => `/forms/entries${other > 1 ? `?page=${other}` : ''}`}
          renderItem={(entry) => <SentEntry entry={entry} />}
          skeleton={null}
          icon={<ClipboardList />}
          onClear={firstPage}
          onFirstPage={firstPage}
          hasStickyPages={false}
          className={styles.sent}
          nothing={
            <EmptyState
              headingLevel={3}
              icon={<ClipboardList />}
              title={t('forms.noneSent')}
              description={t('forms.noneSentNote')}
            />
          }
        />
      </section>
      <AboutForms />
    </>
  );
}
