import { ApiError } from '@portico/client/ApiError';
import {
  MIN_TERM_LENGTH,
  type SearchAnswer,
  type SearchDestination,
  type SearchScope,
  type SearchGroupName,
} from '@portico/contracts/search';
import { EmptyState } from '@portico/ui/EmptyState';
import { ErrorState } from '@portico/ui/ErrorState';
import { Tabs } from '@portico/ui/Tabs';
import { useQuery } from '@tanstack/react-query';
import SearchIcon from 'lucide-react/icons/search';
import { useEffect, useState } from 'react';
import { richText } from '../../locale/richText.ts';
import { t, type TextKey } from '../../locale/text.ts';
import { useListPage, type ListPage } from '../../kit/list/useListPage.ts';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { PortalSearchBox } from '../../search/PortalSearchBox.tsx';
import { addRecentSearch } from '../../search/recentSearches.ts';
import { suggestionsQuery } from '../../search/search.queries.ts';
import { searchableTerm, searchHref } from '../../search/searchAddress.ts';
import { BrowseLinks } from './BrowseLinks.tsx';
import { NoResults, type NoResultsProps } from './NoResults.tsx';
import { PinnedResults } from './PinnedResults.tsx';
import { ResultGroup } from './ResultGroup.tsx';
import { destinationsQuery, searchQuery } from './search.queries.ts';
import { SearchFilterBar } from './SearchFilterBar.tsx';
import { searchFilters, searchInput, type SearchFilters, type SearchInput } from './searchFilters.ts';
import styles from './SearchPage.module.css';
import { SearchSkeleton } from './SearchSkeleton.tsx';
import { Destinations } from './Destinations.tsx';
import { TermNotes } from './TermNotes.tsx';

const HINT_ID = 'search-hint';

/** Search results in groups. The address holds the term and the filters. Source: spec §2, §5. */
export function Page() {
  const page = useListPage(searchFilters, '/search');
  const { filters, now } = page;
  const short = useShortTerm(filters);
  const searched = short.meaning === undefined ? filters : { ...filters, term: short.meaning };
  const input = searchInput(searched, now);
  return (
    <div className={styles.page}>
      <PageHeading
        title={filters.term === '' ? t('shared.searchTitle') : t('search.titleFor', { term: filters.term })}
        className={styles.heading}
      >
        {t('shared.searchTitle')}
      </PageHeading>
      <Field filters={filters} isTooShort={filters.term !== '' && input === undefined && !short.isLoading} />
      {short.meaning !== undefined && (
        <p>{richText('search.shortFor', { term: filters.term, meaning: <strong>{short.meaning}</strong> })}</p>
      )}
      {input && <Found {...page} filters={searched} input={input} />}
      {!input && short.isLoading && <SearchSkeleton />}
      {!input && !short.isLoading && (
        <EmptyState
          icon={<SearchIcon />}
          title={t('search.prompt')}
          description={
            filters.term !== '' ? <FullTerms filters={filters} meanings={short.offers} /> : t('search.promptAdvice')
          }
          action={<BrowseLinks />}
        />
      )}
    </div>
  );
}

interface ShortTerm {
  isLoading: boolean;
  /** The full term, if the term is a known abbreviation with only one meaning. */
  meaning?: string | undefined;
  /** Full terms of abbreviations that begin with it. */
  offers: string[];
}

/** Looks up a term that is too short to search among the known abbreviations. */
function useShortTerm({ term }: SearchFilters): ShortTerm {
  const isShort = term !== '' && searchableTerm(term) === undefined;
  const { data, isLoading, isPlaceholderData } = useQuery(suggestionsQuery(isShort ? term : ''));
  if (!isShort || !data || isPlaceholderData) return { isLoading: isLoading || isPlaceholderData, offers: [] };
  const exact = data.abbreviations.filter(({ abbreviation }) => abbreviation.toLowerCase() === term.toLowerCase());
  return {
    isLoading: false,
    meaning: exact.length === 1 ? exact[0]?.meaning : undefined,
    offers: data.abbreviations.map(({ meaning }) => meaning),
  };
}

/** Possible full terms for a term that is too short to search. */
function FullTerms({ filters, meanings }: { filters: SearchFilters; meanings: string[] }) {
  if (meanings.length === 0) return t('search.tooShortAdvice');
  return (
    <>
      {t('search.fullTerm')}{' '}
      {meanings.map((meaning, index) => (
        <span key={meaning}>
          {index > 0 && ', '}
          <PortalLink href={searchHref(searchFilters.address({ ...filters, term: meaning }))}>{meaning}</PortalLink>
        </span>
      ))}
    </>
  );
}

/** The page's search field. A new term keeps the filters. */
function Field({ filters, isTooShort }: { filters: SearchFilters; isTooShort: boolean }) {
  const [typed, setTyped] = useState({ text: filters.term, term: filters.term });
  const text = typed.term === filters.term ? typed.text : filters.term;
  return (
    <div className={styles.field} data-print="hidden">
      <PortalSearchBox
        term={text}
        onChange={(changed) => setTyped({ text: changed, term: filters.term })}
        searchOf={(term) => searchFilters.address({ ...filters, term, isExact: false })}
        size="large"
        describedBy={isTooShort ? HINT_ID : undefined}
      />
      {isTooShort && (
        <p id={HINT_ID} className={styles.hint} role="alert">
          {t('search.tooShort', { term: filters.term, count: MIN_TERM_LENGTH })}
        </p>
      )}
    </div>
  );
}

interface FoundProps extends ListPage<SearchFilters> {
  input: SearchInput;
}

function Found({ input, ...page }: FoundProps) {
  const { filters, change } = page;
  const { data: answer, error, isPlaceholderData, isFetching, refetch } = useQuery(searchQuery(input));
  const isInDoubt = answer !== undefined && (answer.proposedTerm !== null || !answer.hasAllWords);
  const named = useQuery({ ...destinationsQuery(input.term), enabled: filters.scope === 'All' || isInDoubt });
  const destinations = (filters.scope === 'All' ? named.data : undefined) ?? noDestinations;
  const hasResults = answer !== undefined && totalOf(answer, 'All') > 0;
  // Whether there is nothing at all, or nothing with all words, is known only once destinations have loaded.
  const isKnown = (hasResults && !isInDoubt) || !named.isLoading;
  const pinned = answer?.pinned ?? [];
  const hasFound = hasResults || (answer !== undefined && (destinations.length > 0 || pinned.length > 0));
  useEffect(() => {
    if (hasFound) addRecentSearch(input.term);
  }, [hasFound, input.term]);
  return (
    <>
      <SearchFilterBar {...page} />
      {(answer ? !isKnown : !error) && <SearchSkeleton />}
      {!answer && error && <ErrorState {...errorTexts(error)} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {answer && isKnown && (
        <>
          <TermNotes filters={filters} answer={answer} isNamed={named.data !== undefined && named.data.length > 0} />
          <PinnedResults results={pinned} />
          <Destinations destinations={destinations} />
          <p role="status" className={hasResults ? styles.spoken : styles.count}>
            {countLabel(totalOf(answer, filters.scope), answer.correctedTerm ?? filters.term, destinations)}
          </p>
          {hasResults ? (
            <Tabs
              label={t('search.kinds')}
              value={filters.scope}
              options={scopes.map((scope) => ({
                value: scope,
                label: t(scopeLabels[scope]),
                count: totalOf(answer, scope),
              }))}
              onChange={(scope) => change({ scope })}
            >
              <Groups answer={answer} filters={filters} input={input} isStale={isPlaceholderData} onChange={change} />
            </Tabs>
          ) : (
            destinations.length + pinned.length === 0 && (
              <NoResults filters={filters} suggestions={answer.suggestions} onChange={change} />
            )
          )}
        </>
      )}
    </>
  );
}

const noDestinations: SearchDestination[] = [];
const scopes: SearchScope[] = ['All', 'Resources', 'Documents', 'News', 'Events'];
const scopeLabels: Record<SearchScope, TextKey> = {
  All: 'search.all',
  Resources: 'shared.resourcesTitle',
  Documents: 'shared.documentsTitle',
  News: 'news.title',
  Events: 'events.title',
};

function totalOf(answer: SearchAnswer, scope: SearchScope): number {
  return groupsOnPage
    .filter((group) => scope === 'All' || group.scope === scope)
    .reduce((sum, { name }) => sum + answer[name].totalResultCount, 0);
}

function Groups({
  answer,
  filters,
  input,
  isStale,
  onChange,
}: Pick<NoResultsProps, 'filters' | 'onChange'> & { answer: SearchAnswer; input: SearchInput; isStale: boolean }) {
  const { scope } = filters;
  const shown = (filters.order === 'Date' ? groupsOnPage : bestFirst(answer)).filter(
    (group) => (scope === 'All' || group.scope === scope) && answer[group.name].totalResultCount > 0,
  );
  if (shown.length === 0)
    return <NoResults filters={filters} elsewhere={totalOf(answer, 'All')} suggestions={[]} onChange={onChange} />;
  return (
    <div className={styles.groups} aria-busy={isStale} data-stale={isStale || undefined}>
      {shown.map(({ name, title }) => (
        <ResultGroup
          key={name}
          name={name}
          title={t(title)}
          first={answer[name]}
          input={input}
          isAlone={scope !== 'All'}
        />
      ))}
    </div>
  );
}

/** "43 results for “rollover”" */
function countLabel(total: number, term: string, destinations: readonly SearchDestination[]): string {
  if (total === 0 && destinations.length > 0) return t('search.onlyDestinations', { count: destinations.length });
  if (total === 0) return t('search.zeroResults');
  return t('search.resultsFor', { count: total, total: total.toLocaleString('en-US'), term });
}

function errorTexts(error: Error): { title: string; description: string; requestId?: string | undefined } {
  if (!(error instanceof ApiError)) return { title: t('search.failed'), description: t('search.tryLater') };
  const { code, status, detail, requestId } = error;
  if (code === 'network') return { title: t('shared.unreachable'), description: detail };
  if (code === 'timeout' || status === 503) {
    return {
      title: t('search.tookTooLong'),
      description: t('search.tookTooLongAdvice'),
      requestId,
    };
  }
  return { title: t('search.failed'), description: detail, requestId };
}

/**
 * Groups with their scopes in the order of the tabs, which is also the order of groups that match equally well. Source:
 * READINGS, pages.
 */
const groupsOnPage: readonly { name: SearchGroupName; title: TextKey; scope: Exclude<SearchScope, 'All'> }[] = [
  { name: 'resourcePages', title: 'shared.resourcesTitle', scope: 'Resources' },
  { name: 'documents', title: 'shared.documentsTitle', scope: 'Documents' },
  { name: 'news', title: 'news.title', scope: 'News' },
  { name: 'upcomingEvents', title: 'search.upcomingEvents', scope: 'Events' },
  { name: 'pastEvents', title: 'search.pastEvents', scope: 'Events' },
];

const bestFirst = ({ groupOrder }: SearchAnswer): typeof groupsOnPage =>
  groupOrder.flatMap((name) => groupsOnPage.filter((group) => group.name === name));
