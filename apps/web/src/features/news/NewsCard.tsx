import type { NewsSummary } from '@portico/contracts/news';
import { Card, cardLinkClass } from '@portico/ui/Card';
import { CategoryChip } from '@portico/ui/Chip';
import { t } from '../../locale/text.ts';
import { ForEditors } from '../../kit/EditLink.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import styles from './NewsCard.module.css';
import { NewsPicture } from './NewsPicture.tsx';
import { NewsMeta } from './NewsMeta.tsx';

export interface NewsCardProps {
  news: NewsSummary;
  /** `row` is the default, `lead` opens the dashboard, `line` is the smallest, and `brief` has no picture. */
  variant?: 'lead' | 'row' | 'line' | 'brief';
  headingLevel?: 2 | 3;
  /** Published since the reader's last visit. */
  isNew?: boolean;
}

const PICTURE_SIZES = {
  lead: '(width < 600px) 100vw, 320px',
  row: '(width < 600px) 100vw, 240px',
  line: '96px',
} as const;

/** A news item in a list. The whole card is a link. */
export function NewsCard({ news, variant = 'row', headingLevel = 2, isNew = false }: NewsCardProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <Card as="article" padding="none" isInteractive className={`${styles.card} ${styles[variant]}`}>
      {variant !== 'brief' && (news.image || variant !== 'lead') && (
        <NewsPicture
          news={news}
          sizes={PICTURE_SIZES[variant]}
          isPriority={variant === 'lead'}
          className={styles.picture}
        />
      )}
      <div className={styles.words}>
        <NewsMeta news={news} isNew={isNew} />
        <Heading className={styles.title}>
          <PortalLink href={`/news/${news.id}`} className={cardLinkClass}>
            {news.header}
          </PortalLink>
        </Heading>
        {variant !== 'line' && news.description !== '' && <p className={styles.description}>{news.description}</p>}
        {news.categories.length > 0 && variant === 'row' && (
          <ul className={styles.categories} aria-label={t('shared.categories')}>
            {news.categories.map((name) => (
              <li key={name}>
                <CategoryChip name={name} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <ForEditors itemId={news.id} title={news.header} />
    </Card>
  );
}
