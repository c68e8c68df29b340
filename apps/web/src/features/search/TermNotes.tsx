import type { SearchAnswer } from '@portico/contracts/search';
import { richText } from '../../locale/richText.ts';
import { t } from '../../locale/text.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { searchHref } from '../../search/searchAddress.ts';
import { ManageAbbreviations } from './abbreviations/ManageAbbreviations.tsx';
import type { SearchFilters } from './searchFilters.ts';
import { searchOfFilters } from './searchFilters.ts';
import styles from './TermNotes.module.css';

/** Notes about the term: its correction, with a link to search the term as typed, and expanded abbreviations. */
export function TermNotes({
  filters,
  answer: { correctedTerm, expansions },
}: {
  filters: SearchFilters;
  answer: SearchAnswer;
}) {
  if (correctedTerm === null && expansions.length === 0) return null;
  return (
    <div className={styles.notes}>
      {correctedTerm !== null && (
        <p className={styles.correction}>
          {richText('search.correctedTo', {
            corrected: <strong>{correctedTerm}</strong>,
            typed: (
              <PortalLink href={searchHref(searchOfFilters({ ...filters, isExact: true }))}>{filters.term}</PortalLink>
            ),
          })}
        </p>
      )}
      {expansions.length > 0 && (
        <div className={styles.expansions}>
          <p>
            {t('search.alsoSearched')}{' '}
            {expansions.map(({ abbreviation, meaning }, index) => (
              <span key={`${abbreviation} ${meaning}`}>
                {index > 0 && ', '}
                <strong>{meaning}</strong> ({abbreviation})
              </span>
            ))}
            .
          </p>
          <ManageAbbreviations />
        </div>
      )}
    </div>
  );
}
