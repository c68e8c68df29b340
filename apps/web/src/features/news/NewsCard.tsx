import { PortalImage } from '@portico/content/PortalImage';
import type { NewsSummary } from '@portico/contracts/news';
import { Card, cardLinkClass } from '@portico/ui/Card';
import { CategoryChip } from '@portico/ui/Chip';
import { t } from '../../locale/text.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import styles from './NewsCard.module.css';
import { NewsMeta } from './NewsMeta.tsx';

export interface NewsCardProps {
  news: NewsSummary;
  /** `lead` is large and opens a page, `row` is the default, and `brief` has no picture. */
  look?: 'lead' | 'row' | 'brief';
  headingLevel?: 2 | 3;
}

const PICTURE_SIZES = { lead: '(width <= 1168px) 100vw, 760px', row: '(width < 600px) 100vw, 240px' } as const;

/** A news item in a list. The whole card is a link. */
export function NewsCard({ news, look = 'row', headingLevel = 2 }: NewsCardProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <Card as="article" padding="none" isInteractive className={`${styles.card} ${styles[look]}`}>
      {look !== 'brief' && news.image && (
        <PortalImage
          image={news.image}
          isDecorative
          sizes={PICTURE_SIZES[look]}
          ratio={look === 'lead' ? '2 / 1' : '3 / 2'}
          isPriority={look === 'lead'}
          className={styles.picture}
        />
      )}
      <div className={styles.words}>
        <NewsMeta news={news} />
        <Heading className={styles.title}>
          <PortalLink href={`/news/${news.id}`} className={cardLinkClass}>
            {news.header}
          </PortalLink>
        </Heading>
        <p className={styles.description}>{news.description}</p>
        {news.categories.length > 0 && look !== 'brief' && (
          <ul className={styles.categories} aria-label={t('shared.categories')}>
            {news.categories.map((name) => (
              <li key={name}>
                <CategoryChip name={name} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
