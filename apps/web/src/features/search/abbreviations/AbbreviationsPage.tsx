import { ApiError } from '@portico/client/ApiError';
import type { Abbreviation } from '@portico/contracts/search';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import Lock from 'lucide-react/icons/lock';
import SpellCheck from 'lucide-react/icons/spell-check';
import { useRef, useState } from 'react';
import { t } from '../../../locale/text.ts';
import { PageHeading } from '../../../kit/PageHeading.tsx';
import { PortalLinkButton } from '../../../kit/PortalLink.tsx';
import page from '../../../kit/SettingsPage.module.css';
import { AbbreviationHistory } from './AbbreviationHistory.tsx';
import { AbbreviationForm } from './AbbreviationForm.tsx';
import { AbbreviationRow } from './AbbreviationRow.tsx';
import { AbbreviationUsesDialog } from './AbbreviationUsesDialog.tsx';
import { MergeAbbreviationDialog } from './MergeAbbreviationDialog.tsx';
import counted from '../CountedList.module.css';
import styles from './AbbreviationsPage.module.css';
import { abbreviationsQuery } from '../search.queries.ts';
import { useAbbreviations } from './useAbbreviations.ts';

const isForbidden = (error: unknown) => error instanceof ApiError && error.status === 403;

/** The list of abbreviations that the search expands, for editors. Source: issue, search. */
export function Page() {
  const { data, error } = useQuery({
    ...abbreviationsQuery(),
    throwOnError: (failure, query) => query.state.data === undefined && !isForbidden(failure),
  });
  if (isForbidden(error)) return <Forbidden />;
  return (
    <div className={page.page}>
      <PageHeading title={t('shared.abbreviationsTitle')} />
      <p className={page.lead}>{t('search.abbreviationsLead')}</p>
      {data ? <AbbreviationList known={data} /> : <ListSkeleton />}
    </div>
  );
}

function Forbidden() {
  return (
    <>
      <PageHeading title={t('shared.noAccess')} className={styles.hiddenHeading} />
      <EmptyState
        icon={<Lock />}
        title={t('search.editorsOnly')}
        description={t('search.editorsOnlyReason')}
        action={
          <PortalLinkButton href="/search" variant="primary">
            {t('search.toSearch')}
          </PortalLinkButton>
        }
      />
    </>
  );
}

function AbbreviationList({ known }: { known: Abbreviation[] }) {
  const actions = useAbbreviations();
  const list = useRef<HTMLUListElement>(null);
  /** Entries being edited. They stay visible if another editor deletes them. */
  const [edited, setEdited] = useState<Abbreviation[]>([]);
  const [merged, setMerged] = useState<Abbreviation>();
  const [used, setUsed] = useState<Abbreviation>();
  const othersThan = ({ meaning }: Abbreviation) => known.filter((other) => other.meaning !== meaning);
  const deleted = edited.filter((entry) => !known.some(({ id }) => id === entry.id));
  const shown = [...known, ...deleted].sort((a, b) => a.abbreviation.localeCompare(b.abbreviation, 'en'));
  const focusNeighbor = (index: number) => {
    const rows = list.current?.children;
    (rows?.[index + 1] ?? rows?.[index - 1])?.querySelector('button')?.focus();
  };
  return (
    <>
      <section aria-labelledby="new-abbreviation" className={page.panel}>
        <h2 id="new-abbreviation" className={page.subtitle}>
          {t('search.addOne')}
        </h2>
        <AbbreviationForm label={t('search.newAbbreviation')} saveLabel={t('search.add')} onSave={actions.add} />
      </section>
      <section aria-labelledby="abbreviation-list" className={page.section}>
        <h2 id="abbreviation-list" className={page.subtitle}>
          {t('search.inList')} <span className={counted.total}>{known.length}</span>
        </h2>
        {shown.length === 0 ? (
          <EmptyState
            headingLevel={3}
            icon={<SpellCheck />}
            title={t('search.noAbbreviations')}
            description={t('search.addFirst')}
          />
        ) : (
          <ul ref={list} className={counted.list}>
            {shown.map((entry, index) => (
              <AbbreviationRow
                key={entry.id}
                entry={entry}
                actions={actions}
                isDeleted={deleted.includes(entry)}
                onMerge={othersThan(entry).length > 0 ? () => setMerged(entry) : undefined}
                onUses={() => setUsed(entry)}
                onRemove={() => focusNeighbor(index)}
                onEdit={(isEditing) =>
                  setEdited((before) => [...before.filter(({ id }) => id !== entry.id), ...(isEditing ? [entry] : [])])
                }
              />
            ))}
          </ul>
        )}
      </section>
      <AbbreviationHistory />
      {merged && (
        <MergeAbbreviationDialog entry={merged} others={othersThan(merged)} onClose={() => setMerged(undefined)} />
      )}
      {used && <AbbreviationUsesDialog entry={used} onClose={() => setUsed(undefined)} />}
    </>
  );
}

function ListSkeleton() {
  return (
    <SkeletonGroup label={t('search.loadingAbbreviations')} className={page.section}>
      <Skeleton shape="box" height="8.5rem" />
      <Skeleton width="8rem" />
      <Skeleton shape="box" height="24rem" />
    </SkeletonGroup>
  );
}
