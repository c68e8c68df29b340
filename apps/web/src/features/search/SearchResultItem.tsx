import type { SearchResult } from '@portico/contracts/search';
import { IconTile } from '@portico/ui/IconTile';
import { cardLinkClass } from '@portico/ui/Card';
import { CategoryChip } from '@portico/ui/Chip';
import { DateBlock } from '@portico/ui/DateBlock';
import { MarkedText } from '@portico/ui/MarkedText';
import BookOpen from 'lucide-react/icons/book-open';
import FileText from 'lucide-react/icons/file-text';
import Newspaper from 'lucide-react/icons/newspaper';
import PanelsTopLeft from 'lucide-react/icons/panels-top-left';
import { t } from '../../locale/text.ts';
import { eventDateLabel, newsDateLabel, timeLabel, timeZoneLabel } from '../../dates/dateLabels.ts';
import { MetaLine } from '../../kit/MetaLine.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { resultHref, resultKindLabel } from '../../search/searchResult.ts';
import styles from './SearchResultItem.module.css';

const MAX_CATEGORIES = 3;
const icons = { news: Newspaper, resource: BookOpen, page: PanelsTopLeft, document: FileText };

/** A search result with its title, best matching excerpt, and details. The whole item is a link. */
export function SearchResultItem({ result }: { result: SearchResult }) {
  const { header, snippet, categories } = result;
  return (
    <li className={styles.item}>
      <Leaf result={result} />
      <div className={styles.words}>
        <h3 className={styles.title}>
          <PortalLink href={resultHref(result)} className={cardLinkClass}>
            <MarkedText pieces={header} />
          </PortalLink>
        </h3>
        {snippet.length > 0 && (
          <p className={styles.snippet}>
            <MarkedText pieces={snippet} />
          </p>
        )}
        <div className={styles.foot}>
          <MetaLine>
            <Facts result={result} />
          </MetaLine>
          {categories.length > 0 && (
            <ul className={styles.categories} aria-label={t('shared.categories')}>
              {categories.slice(0, MAX_CATEGORIES).map((name) => (
                <li key={name}>
                  <CategoryChip name={name} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </li>
  );
}

function Leaf({ result }: { result: SearchResult }) {
  if (result.kind === 'event')
    return <DateBlock dateTime={result.startDate ?? result.publishedAt} size="small" isDecorative />;
  const Icon = icons[result.kind];
  return (
    <IconTile className={styles.icon}>
      <Icon />
    </IconTile>
  );
}

/** Format, page, date, and department of a result. */
function Facts({ result }: { result: SearchResult }) {
  const { kind, format, page, startDate, publishedAt, department } = result;
  return (
    <>
      {(format ?? kind === 'page') && <strong className={styles.format}>{resultKindLabel(result)}</strong>}
      {page !== null && <span>{t('search.page', { page })}</span>}
      {kind === 'event' && startDate !== null ? (
        <time dateTime={startDate}>
          {eventDateLabel(startDate)}, {timeLabel(startDate)} {timeZoneLabel(startDate)}
        </time>
      ) : (
        <time dateTime={publishedAt}>{newsDateLabel(publishedAt)}</time>
      )}
      {department !== null && <span>{department}</span>}
    </>
  );
}
