import { Button } from '@portico/ui/Button';
import SearchX from 'lucide-react/icons/search-x';
import { EmptyState } from '@portico/ui/EmptyState';
import { t } from '../../locale/text.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { searchHref } from '../../search/searchAddress.ts';
import { BrowseLinks } from './BrowseLinks.tsx';
import styles from './NoResults.module.css';
import { isNarrowed, searchFilters, type SearchFilters } from './searchFilters.ts';

export interface NoResultsProps {
  filters: SearchFilters;
  /** Similar terms that have results. */
  suggestions: readonly string[];
  /** Number of results outside the chosen scope. */
  elsewhere?: number;
  onChange: (changed: Partial<SearchFilters>) => void;
}

/** Suggestions for a search without results: other terms, fewer filters, or browsing. */
export function NoResults({ filters, suggestions, elsewhere = 0, onChange }: NoResultsProps) {
  const { term, scope } = filters;
  if (elsewhere > 0) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={t('search.noneInScope', { term, scope: scope.toLowerCase() })}
        action={
          <Button onPress={() => onChange({ scope: 'All' })}>
            {t('search.showAll', { count: elsewhere, total: elsewhere.toLocaleString('en-US') })}
          </Button>
        }
      />
    );
  }
  return (
    <div className={styles.container}>
      <EmptyState
        icon={<SearchX />}
        title={t(isNarrowed(filters) ? 'search.noneWithFilters' : 'search.none', { term })}
        description={
          suggestions.length > 0 && (
            <>
              {t('search.didYouMean')}{' '}
              {suggestions.map((suggestion, index) => (
                <span key={suggestion}>
                  {index > 0 && (index === suggestions.length - 1 ? ` ${t('search.or')} ` : ', ')}
                  <PortalLink
                    href={searchHref(searchFilters.address({ ...filters, term: suggestion, isExact: false }))}
                  >
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
            <Button variant="primary" onPress={() => onChange(searchFilters.cleared)}>
              {t('shared.clearFilters')}
            </Button>
          )
        }
      />
      <div className={styles.advice}>
        <h3>{t('search.tips')}</h3>
        <ul>
          <li>{t('search.tipSpelling')}</li>
          <li>{t('search.tipFewer')}</li>
          <li>{t('search.tipSpellOut')}</li>
        </ul>
        <h3>{t('search.browse')}</h3>
        <div className={styles.links}>
          <BrowseLinks />
        </div>
      </div>
    </div>
  );
}
