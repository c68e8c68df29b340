import { FORM_ENTRY_PAGE_SIZE, formDeskPath, type ReceivedEntry } from '@portico/contracts/forms';
import type { Form } from '@portico/kinds/formFields';
import { MAX_PAGE } from '@portico/contracts/paging';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import { newsDateLabel, timeLabel } from '../../../dates/dateLabels.ts';
import { ListResults, type ListTexts } from '../../../kit/list/ListResults.tsx';
import { readPage } from '../../../routing/listFilters.ts';
import { valuesOf } from '../../../routing/searchParams.ts';
import { PageHeading } from '../../../kit/PageHeading.tsx';
import { PortalLinkButton } from '../../../kit/PortalLink.tsx';
import styles from './EntriesPage.module.css';
import { EntryValues } from '../EntryValues.tsx';
import { ExportButton } from './ExportButton.tsx';
import { receivedEntriesQuery } from '../forms.queries.ts';
import { t } from '../../../locale/text.ts';

/** Read when the page renders, because the texts load in parallel with this module. */
const listTexts = (): ListTexts => ({
  one: t('forms.entry'),
  many: t('forms.entries'),
  none: t('forms.noEntries'),
  noMatch: t('forms.noEntries'),
  advice: '',
  loading: t('forms.loadingEntries'),
  pages: t('forms.entryPages'),
});

const skeletons = Array.from({ length: 6 }, (_, index) => <Skeleton key={index} shape="box" height="3.5rem" />);

/** For editors: the entries of a form, latest first, each shown in the version of the form it was sent with. */
export function Page() {
  const { formId = '' } = useParams({ strict: false });
  const search: Record<string, unknown> = useSearch({ strict: false });
  const page = readPage(search);
  const [before] = valuesOf(search, 'before');
  const navigate = useNavigate();
  const { data, isPlaceholderData } = useQuery(receivedEntriesQuery(formId, { page, before }));
  const isContinued = before !== undefined || page === MAX_PAGE;
  const hrefOf = (other: number) => `/forms/${formId}${other > 1 ? `?page=${other}` : ''}`;
  const firstPage = () => void navigate({ to: hrefOf(1) });
  return (
    <div className={styles.page}>
      <PageHeading title={data?.title ?? t('shared.entriesTitle')} />
      <div className={styles.actions} data-print="hidden">
        <PortalLinkButton href={formDeskPath(formId)}>{t('forms.openDesk')}</PortalLinkButton>
        {(['csv', 'xlsx'] as const).map((format) => (
          <ExportButton
            key={format}
            formId={formId}
            title={data?.title ?? t('forms.theEntries')}
            format={format}
            isDisabled={!data || data.total === 0}
          />
        ))}
      </div>
      <section aria-label={t('shared.entriesTitle')} className={styles.section}>
        <ListResults
          texts={listTexts()}
          list={data && { ...data, total: shownTotal(data, before) }}
          isStale={isPlaceholderData}
          page={page}
          pageSize={FORM_ENTRY_PAGE_SIZE}
          hrefOf={hrefOf}
          className={styles.sent}
          renderItem={(entry) => <Received entry={entry} form={data?.forms[entry.formVersion]} />}
          skeleton={skeletons}
          icon={<ClipboardList />}
          onClear={firstPage}
          onFirstPage={firstPage}
          hasStickyPages={false}
          nothing={
            <EmptyState
              headingLevel={2}
              icon={<ClipboardList />}
              title={t('forms.noEntries')}
              description={t('forms.nothingReceivedNote')}
            />
          }
        />
      </section>
      {data && (
        <div className={styles.actions} data-print="hidden">
          {before !== undefined && <PortalLinkButton href={hrefOf(1)}>{t('forms.newestEntries')}</PortalLinkButton>}
          {isContinued && data.older !== null && (
            <PortalLinkButton href={`/forms/${formId}?before=${data.older}`}>
              {t('forms.olderEntries')}
            </PortalLinkButton>
          )}
          <PortalLinkButton href="/forms">{t('forms.allForms')}</PortalLinkButton>
        </div>
      )}
    </div>
  );
}

/** The total for the page links: the entries on pages that have a number, or only those on this page. */
function shownTotal({ total, items }: { total: number; items: unknown[] }, before: string | undefined): number {
  return before === undefined ? Math.min(total, MAX_PAGE * FORM_ENTRY_PAGE_SIZE) : items.length;
}

function Received({
  entry: { person, sentBy, receivedAt, values, files, formVersion },
  form,
}: {
  entry: ReceivedEntry;
  form: Form | undefined;
}) {
  return (
    <details className={styles.received}>
      <summary className={styles.row}>
        <span className={styles.who}>
          <span className={styles.name}>{person.name || person.email || t('forms.nameless')}</span>
          <time className={styles.fact} dateTime={receivedAt}>
            {newsDateLabel(receivedAt)}, {timeLabel(receivedAt)}
          </time>
        </span>
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className={styles.answers}>
        <p className={styles.fact}>
          {person.email !== null && person.name !== '' && `${person.email}, `}
          {sentBy !== null && `${t('forms.sentBy', { name: sentBy })}, `}
          {t('forms.version', { version: formVersion })}
        </p>
        {form && <EntryValues form={form} values={values} files={files} />}
      </div>
    </details>
  );
}
