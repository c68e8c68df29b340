import { Button } from '@portico/ui/Button';
import SearchX from 'lucide-react/icons/search-x';
import { EmptyState } from '@portico/ui/EmptyState';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { searchHref } from '../../search/searchAddress.ts';
import { BrowseLinks } from './BrowseLinks.tsx';
import styles from './NoResults.module.css';
import type { SearchFilters } from './searchFilters.ts';
import { isNarrowed, noSearchFilters, searchOfFilters } from './searchFilters.ts';

export interface NoResultsProps {
  filters: SearchFilters;
  /** Terms that would find something. */
  suggestions: readonly string[];
  /** Results outside of the chosen scope. */
  elsewhere?: number;
  onChange: (changed: Partial<SearchFilters>) => void;
}

/** What to do when nothing fits: other terms, fewer filters, a look around. */
export function NoResults({ filters, suggestions, elsewhere = 0, onChange }: NoResultsProps) {
  const { term, scope } = filters;
  if (elsewhere > 0) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={`No results for “${term}” in ${scope.toLowerCase()}`}
        action={
          <Button onPress={() => onChange({ scope: 'All' })}>
            Show all {elsewhere.toLocaleString('en-US')} results
          </Button>
        }
      />
    );
  }
  return (
    <div className={styles.place}>
      <EmptyState
        icon={<SearchX />}
        title={isNarrowed(filters) ? `No results for “${term}” with these filters` : `No results for “${term}”`}
        description={
          suggestions.length > 0 && (
            <>
              Did you mean{' '}
              {suggestions.map((suggestion, place) => (
                <span key={suggestion}>
                  {place > 0 && (place === suggestions.length - 1 ? ' or ' : ', ')}
                  <PortalLink href={searchHref(searchOfFilters({ ...filters, term: suggestion, isExact: false }))}>
                    {suggestion}
                  </PortalLink>
                </span>
              ))}
              ?
            </>
          )
        }
        action={
          isNarrowed(filters) && (
            <Button variant="primary" onPress={() => onChange(noSearchFilters)}>
              Clear all filters
            </Button>
          )
        }
      />
      <div className={styles.advice}>
        <h3>Try this</h3>
        <ul>
          <li>Check the spelling, or try a synonym.</li>
          <li>Use fewer words, or only the most specific one.</li>
          <li>Spell out abbreviations such as RMD.</li>
        </ul>
        <h3>Or browse</h3>
        <div className={styles.links}>
          <BrowseLinks />
        </div>
      </div>
    </div>
  );
}
