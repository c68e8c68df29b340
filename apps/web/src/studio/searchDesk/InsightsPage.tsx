import {
  InsightKind,
  InsightPeriod,
  insightPeriods,
  searchInsightsExportPath,
  type InsightQuery,
  type SearchedTerm,
  type SearchInsights,
} from '@portico/contracts/studio/insights';
import { ActionMenu } from '@portico/ui/ActionMenu';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { Select } from '@portico/ui/Select';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import SearchX from 'lucide-react/icons/search-x';
import { useState } from 'react';
import rows from '../../kit/list/Rows.module.css';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { saveFile } from '../../kit/saveFile.ts';
import { t } from '../../locale/text.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import page from '../Sections.module.css';
import { StudioNav } from '../StudioNav.tsx';
import { AbbreviationDialog } from './AbbreviationDialog.tsx';
import { AnswerDialog } from './AnswerDialog.tsx';
import { countLabel } from './countLabel.ts';
import { SearchSteps } from './SearchSteps.tsx';
import { pinnedAnswersQuery, searchInsightsQuery } from './searchDesk.queries.ts';

const PATH = '/studio/insights';

/** The period and kind in the address; unknown ones are ignored. */
function readQuery(search: Record<string, unknown>): InsightQuery {
  const days = InsightPeriod.safeParse(String(search['days']));
  const kind = InsightKind.safeParse(search['kind']);
  return { days: days.data ?? '30', kind: kind.data ?? 'Unanswered' };
}

/** What readers searched for and what they did not find, as counts without people, for administrators of the studio. */
export function Page() {
  const query = readQuery(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data, isPlaceholderData } = useQuery(searchInsightsQuery(query));
  const change = (next: Partial<InsightQuery>) =>
    void navigate({ to: `${PATH}${stringifySearch({ ...query, ...next })}`, replace: true, resetScroll: false });
  return (
    <div className={page.page}>
      <PageHeading title={t('studio.insights')} />
      <StudioNav current={PATH} />
      <p className={page.lead}>{t('searchDesk.insightsLead')}</p>
      <div className={rows.filters}>
        <Select
          label={t('searchDesk.period')}
          value={query.days}
          onChange={(days) => change({ days })}
          options={insightPeriods.map((days) => ({ value: days, label: t('searchDesk.lastDays', { days }) }))}
        />
        <Select
          label={t('searchDesk.kind')}
          value={query.kind}
          onChange={(kind) => change({ kind })}
          options={[
            { value: 'Unanswered', label: t('searchDesk.onlyUnanswered') },
            { value: 'All', label: t('searchDesk.allTerms') },
          ]}
        />
        <ExportMenu query={query} />
      </div>
      {data ? (
        <Insights insights={data} kind={query.kind} isStale={isPlaceholderData} />
      ) : (
        <Skeleton shape="box" height="24rem" />
      )}
    </div>
  );
}

function ExportMenu({ query }: { query: InsightQuery }) {
  const save = (format: 'csv' | 'xlsx') =>
    void saveFile(searchInsightsExportPath(format, stringifySearch({ ...query })), {
      name: `searches.${format}`,
      texts: {
        signIn: t('searchDesk.exportSignIn'),
        failed: t('searchDesk.exportFailed'),
        timeout: t('searchDesk.exportFailed'),
        unreachable: t('searchDesk.exportFailed'),
      },
      savedLabel: (name) => t('searchDesk.exported', { name }),
    });
  return (
    <ActionMenu
      label={t('searchDesk.export')}
      actions={[
        { label: t('searchDesk.exportExcel'), onAction: () => save('xlsx') },
        { label: t('searchDesk.exportCsv'), onAction: () => save('csv') },
      ]}
    />
  );
}

interface InsightsProps {
  insights: SearchInsights;
  kind: InsightQuery['kind'];
  isStale: boolean;
}

function Insights({ insights, kind, isStale }: InsightsProps) {
  const { data: list } = useQuery(pinnedAnswersQuery());
  const [pinned, setPinned] = useState<string>();
  const [abbreviated, setAbbreviated] = useState<string>();
  const { terms, hasMore, searches, unanswered } = insights;
  return (
    <>
      <p role="status">
        {t('searchDesk.totals', { searches: countLabel(searches), unanswered: countLabel(unanswered) })}
      </p>
      <SearchSteps insights={insights} />
      <section className={page.section} aria-labelledby="searched-terms" aria-busy={isStale}>
        <h2 id="searched-terms" className={page.subtitle}>
          {t(kind === 'All' ? 'searchDesk.allTerms' : 'searchDesk.onlyUnanswered')}
        </h2>
        {terms.length === 0 ? (
          <EmptyState
            headingLevel={3}
            icon={<SearchX />}
            title={t(kind === 'All' || searches === 0 ? 'searchDesk.noSearches' : 'searchDesk.noUnanswered')}
            description={t('searchDesk.noTermsAdvice')}
          />
        ) : (
          <ul className={rows.rows} aria-labelledby="searched-terms">
            {terms.map((term) => (
              <TermRow
                key={term.term}
                term={term}
                onPin={() => setPinned(term.term)}
                onAbbreviate={() => setAbbreviated(term.term)}
              />
            ))}
          </ul>
        )}
        {hasMore && <p className={rows.facts}>{t('searchDesk.moreTerms', { count: terms.length })}</p>}
      </section>
      {pinned !== undefined && list && (
        <AnswerDialog
          list={list}
          edited={{ id: crypto.randomUUID(), isNew: true, terms: [pinned], items: [] }}
          onClose={() => setPinned(undefined)}
        />
      )}
      {abbreviated !== undefined && <AbbreviationDialog term={abbreviated} onClose={() => setAbbreviated(undefined)} />}
    </>
  );
}

interface TermRowProps {
  term: SearchedTerm;
  onPin: () => void;
  onAbbreviate: () => void;
}

/** A term with its counts; what it lacks is one press away. */
function TermRow({
  term: { term, searches, unanswered, isPinned, isAbbreviation },
  onPin,
  onAbbreviate,
}: TermRowProps) {
  const facts = [
    t('searchDesk.termSearches', { searches: countLabel(searches) }),
    unanswered !== 0 && t('searchDesk.termUnanswered', { unanswered: countLabel(unanswered) }),
    isPinned && t('searchDesk.isPinned'),
    isAbbreviation && t('searchDesk.isAbbreviation'),
  ];
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>
          <bdi>{term}</bdi>
        </p>
        <p className={rows.facts}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <div className={rows.tools}>
        {!isPinned && (
          <Button size="small" aria-label={t('searchDesk.pinOf', { term })} onPress={onPin}>
            {t('searchDesk.add')}
          </Button>
        )}
        {!isAbbreviation && (
          <Button size="small" aria-label={t('searchDesk.abbreviateOf', { term })} onPress={onAbbreviate}>
            {t('searchDesk.abbreviate')}
          </Button>
        )}
      </div>
    </li>
  );
}
