import {
  MAX_ANSWER_FILTERS,
  MAX_CHANGED_ENTRIES,
  type DeskEntry,
  type EntryState,
  type listDeskEntries,
} from '@portico/contracts/studio/formsDesk';
import { formFilesPath } from '@portico/contracts/forms';
import type { CallResult } from '@portico/contracts/endpoint';
import { Button } from '@portico/ui/Button';
import { FilterChip } from '@portico/ui/Chip';
import { EmptyState } from '@portico/ui/EmptyState';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import { Suspense, useState } from 'react';
import { ExportButton } from '../../features/forms/received/ExportButton.tsx';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLinkButton } from '../../kit/PortalLink.tsx';
import { SectionNav } from '../../kit/SectionNav.tsx';
import { t } from '../../locale/text.ts';
import { isPageId } from '@portico/contracts/pagePaths';
import { valuesOf } from '../../routing/searchParams.ts';
import { StudioNav } from '../StudioNav.tsx';
import page from '../StudioPage.module.css';
import { BulkBar } from './BulkBar.tsx';
import { deskHref, readDeskQuery, readSides } from './deskAddress.ts';
import { EntriesTable } from './EntriesTable.tsx';
import { EntryFilters } from './EntryFilters.tsx';
import { answerOptions, entryStates, stateTexts } from './entryLabels.ts';
import { deskEntriesQuery, type DeskQuery } from './formsDesk.queries.ts';
import styles from './formsDesk.module.css';
import { LimitsLine } from './LimitsLine.tsx';
import { SavedViews } from './SavedViews.tsx';

const EntryView = lazyInBackground(async () => ({ default: (await import('./EntryView.tsx')).EntryView }));

const AnswersView = lazyInBackground(async () => ({ default: (await import('./AnswersView.tsx')).AnswersView }));

const VersionsView = lazyInBackground(async () => ({
  default: (await import('./VersionsView.tsx')).VersionsView,
}));

type Entries = CallResult<typeof listDeskEntries>;

/** The entries of a form as a table, or one of them. */
export function Page() {
  const { formId } = useParams({ strict: false }) as { formId: string };
  const search: Record<string, unknown> = useSearch({ strict: false });
  const query = readDeskQuery(search);
  const [entryId] = valuesOf(search, 'entry');
  if (entryId !== undefined && isPageId(entryId))
    return (
      <Suspense fallback={<Skeleton shape="box" height="24rem" />}>
        <EntryView key={entryId} formId={formId} entryId={entryId} backHref={deskHref(formId, query, query)} />
      </Suspense>
    );
  if (search['view'] === 'answers')
    return (
      <Suspense fallback={<Skeleton shape="box" height="24rem" />}>
        <AnswersView formId={formId} query={query} />
      </Suspense>
    );
  if (search['view'] === 'versions')
    return (
      <Suspense fallback={<Skeleton shape="box" height="24rem" />}>
        <VersionsView formId={formId} query={query} sides={readSides(search)} />
      </Suspense>
    );
  return <Desk formId={formId} query={query} />;
}

function Desk({ formId, query }: { formId: string; query: DeskQuery }) {
  const navigate = useNavigate();
  const { data: list, isPlaceholderData } = useQuery(deskEntriesQuery(formId, query));
  const [selected, setSelected] = useState<ReadonlyMap<string, DeskEntry>>(new Map());
  const change = (next: Partial<DeskQuery>) =>
    void navigate({ to: deskHref(formId, query, next), replace: true, resetScroll: false });
  const select = (entries: DeskEntry[], isOn: boolean) => {
    const next = new Map(selected);
    for (const entry of entries)
      if (isOn) next.set(entry.id, entry);
      else next.delete(entry.id);
    setSelected(next);
  };
  return (
    <div className={page.page}>
      <PageHeading title={list?.title ?? t('shared.entriesTitle')} />
      <StudioNav current="/studio/forms" />
      {!list && (
        <SkeletonGroup label={t('formsDesk.loadingEntries')}>
          <Skeleton shape="box" height="24rem" />
        </SkeletonGroup>
      )}
      {list && (
        <>
          <div className={styles.top}>
            <SavedViews formId={formId} views={list.views} query={query} />
            <LimitsLine formId={formId} list={list} />
          </div>
          <SectionNav
            label={t('formsDesk.states')}
            current={deskHref(formId, query)}
            pages={[
              {
                href: deskHref(formId, query, { state: undefined }),
                label: t('formsDesk.all'),
                count: sum(list.counts),
              },
              ...entryStates.map((state) => ({
                href: deskHref(formId, query, { state }),
                label: t(stateTexts[state]),
                count: list.counts[state],
              })),
            ]}
          />
          <EntryFilters list={list} query={query} onChange={change} />
          <ActiveAnswers list={list} query={query} onChange={change} />
          {selected.size > 0 && (
            <BulkBar
              formId={formId}
              selected={selected}
              onChanged={(outcome) =>
                setSelected(
                  // What stayed as it is remains selected, as it is now.
                  new Map(
                    outcome
                      .filter(({ isChanged }) => !isChanged)
                      .map((item) => [item.id, { ...selected.get(item.id)!, ...item }]),
                  ),
                )
              }
              onClear={() => setSelected(new Map())}
            />
          )}
          <p role="status" className={styles.count}>
            {list.total.toLocaleString('en-US')} {t(list.total === 1 ? 'formsDesk.entryOne' : 'formsDesk.entries')}
          </p>
          {list.items.length > 0 ? (
            <EntriesTable
              list={list}
              isStale={isPlaceholderData}
              hrefOf={(entryId) => deskHref(formId, query, { ...query, entry: entryId })}
              selected={selected}
              isFull={selected.size >= MAX_CHANGED_ENTRIES}
              onSelect={select}
            />
          ) : (
            <NoEntries list={list} onClear={() => void navigate({ to: deskHref(formId, {}) })} />
          )}
          <p className={styles.tools} data-print="hidden">
            {list.questions.some((question) => answerOptions(question).length > 0) && (
              <PortalLinkButton href={deskHref(formId, query, { view: 'answers' })}>
                {t('formsDesk.showAnswers')}
              </PortalLinkButton>
            )}
            <PortalLinkButton href={deskHref(formId, query, { view: 'versions' })}>
              {t('formsDesk.versions')}
            </PortalLinkButton>
          </p>
          <Pages formId={formId} query={query} next={list.next} />
          <div className={styles.tools}>
            {list.questions.some(({ type }) => type === 'FileUpload') && (
              <PortalLinkButton size="small" href={formFilesPath(formId)}>
                <Download aria-hidden="true" />
                {t('formsDesk.files')}
              </PortalLinkButton>
            )}
            {(['csv', 'xlsx'] as const).map((format) => (
              <ExportButton
                key={format}
                formId={formId}
                title={list.title}
                format={format}
                isDisabled={sum(list.counts) === 0}
              />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

const sum = (counts: Record<EntryState, number>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

function NoEntries({ list, onClear }: { list: Entries; onClear: () => void }) {
  const isEmpty = sum(list.counts) === 0;
  return (
    <EmptyState
      headingLevel={2}
      icon={<ClipboardList />}
      title={t(isEmpty ? 'formsDesk.noEntries' : 'formsDesk.noEntryMatches')}
      description={t(isEmpty ? 'formsDesk.noEntriesAdvice' : 'formsDesk.noMatchAdvice')}
      action={isEmpty ? undefined : <Button onPress={onClear}>{t('shared.clearFilters')}</Button>}
    />
  );
}

/** The answers that entries must have, each with a button to remove it. */
function ActiveAnswers({
  list,
  query: { answer = [] },
  onChange,
}: {
  list: Entries;
  query: DeskQuery;
  onChange: (next: Partial<DeskQuery>) => void;
}) {
  const filters = (Array.isArray(answer) ? answer : [answer]).slice(0, MAX_ANSWER_FILTERS);
  if (filters.length === 0) return null;
  return (
    <div className={styles.tools}>
      {filters.map((filter) => {
        const alias = filter.slice(0, filter.indexOf(':'));
        const value = filter.slice(alias.length + 1);
        const question = list.questions.find((each) => each.alias === alias);
        const option = question && answerOptions(question).find((each) => each.value === value);
        const label = t('formsDesk.answerIs', {
          label: question?.label ?? alias,
          value: option?.label ?? value,
        });
        const left = filters.filter((each) => each !== filter);
        return (
          <FilterChip
            key={filter}
            removeLabel={t('formsDesk.removeFilter', { label })}
            onRemove={() => onChange({ answer: left.length > 0 ? left : undefined })}
          >
            {label}
          </FilterChip>
        );
      })}
    </div>
  );
}

function Pages({ formId, query, next }: { formId: string; query: DeskQuery; next: string | null }) {
  if (query.after === undefined && next === null) return null;
  return (
    <nav aria-label={t('formsDesk.pages')} className={styles.tools}>
      {query.after !== undefined && (
        <PortalLinkButton href={deskHref(formId, query)}>{t('formsDesk.firstPage')}</PortalLinkButton>
      )}
      {next !== null && (
        <PortalLinkButton href={deskHref(formId, query, { after: next })}>{t('formsDesk.nextPage')}</PortalLinkButton>
      )}
    </nav>
  );
}
