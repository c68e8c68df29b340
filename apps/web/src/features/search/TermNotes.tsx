import type { SearchAnswer } from '@portico/contracts/search';
import { richText } from '../../locale/richText.ts';
import { t } from '../../locale/text.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { searchHref } from '../../search/searchAddress.ts';
import { ManageAbbreviations } from './ManageAbbreviations.tsx';
import { searchFilters, type SearchFilters } from './searchFilters.ts';
import styles from './TermNotes.module.css';

interface TermNotesProps {
  filters: SearchFilters;
  answer: SearchAnswer;
  /** Whether a destination has all words of the term, so that they are right as typed. */
  isNamed: boolean;
}

/**
 * Notes about the term: the applied correction with a link to search the term as typed, a suggested correction, a note
 * that no item has all words, and expanded abbreviations.
 */
export function TermNotes({ filters, answer, isNamed }: TermNotesProps) {
  const { correctedTerm, expansions } = answer;
  const proposedTerm = isNamed ? null : answer.proposedTerm;
  const hasAllWords = isNamed || answer.hasAllWords;
  const notes = [correctedTerm, proposedTerm].some((term) => term !== null) || !hasAllWords || expansions.length > 0;
  if (!notes) return null;
  return (
    <div className={styles.notes}>
      {correctedTerm !== null && (
        <p className={styles.correction}>
          {richText('search.correctedTo', {
            corrected: <strong>{correctedTerm}</strong>,
            typed: (
              <PortalLink href={searchHref(searchFilters.address({ ...filters, isExact: true }))}>
                {filters.term}
              </PortalLink>
            ),
          })}
        </p>
      )}
      {proposedTerm !== null && (
        <p className={styles.correction}>
          {richText('search.didYouMeanTerm', {
            term: (
              <PortalLink href={searchHref(searchFilters.address({ ...filters, term: proposedTerm }))}>
                {proposedTerm}
              </PortalLink>
            ),
          })}
        </p>
      )}
      {!hasAllWords && <p>{t('search.notAllWords')}</p>}
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
