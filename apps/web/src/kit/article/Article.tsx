import { PortalImage } from '@portico/kinds/page/PortalImage';
import type { ImageRef } from '@portico/kinds/media';
import { CategoryChip } from '@portico/ui/Chip';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { type ReactNode, useEffect } from 'react';
import { t } from '../../locale/text.ts';
import styles from './Article.module.css';
import { MetaLine } from '../MetaLine.tsx';
import { PageHeading } from '../PageHeading.tsx';

/** Content of the side column: the facts, the buttons and `aside`, or only the cards in `aside`. */
type Side = 'facts' | 'cards';

export interface ArticleProps {
  title: string;
  categories?: readonly string[];
  description?: string | undefined;
  /** Shown next to the title, such as the calendar leaf of an event. */
  leaf?: ReactNode;
  /** Facts for the line below the title, one element each. */
  meta?: ReactNode;
  /** Buttons at the end of that line. */
  actions?: ReactNode;
  picture?: ImageRef | null;
  side?: Side;
  aside?: ReactNode;
  /** The text. */
  children: ReactNode;
  /** RelatedItems, below the text. */
  related?: ReactNode;
}

/**
 * The page of one item: head, picture, text, side column and related items. The side column is next to the text if
 * there is room; otherwise, and always for screen readers, it comes before the text.
 */
export function Article({
  title,
  categories = [],
  description,
  leaf,
  meta,
  actions,
  picture,
  side,
  aside,
  children,
  related,
}: ArticleProps) {
  useHashTarget();
  return (
    <div className={styles.page}>
      <article className={styles.article} data-side={side}>
        <header className={styles.head}>
          {leaf}
          <div className={styles.words}>
            {categories.length > 0 && (
              <ul className={styles.categories} aria-label={t('shared.categories')}>
                {categories.map((name) => (
                  <li key={name}>
                    <CategoryChip name={name} />
                  </li>
                ))}
              </ul>
            )}
            <PageHeading title={title} className={styles.title} />
            {description && <p className={styles.description}>{description}</p>}
          </div>
        </header>
        {(meta || actions || aside) && (
          <div className={styles.side}>
            {(meta || actions) && (
              <div className={styles.line}>
                {meta && <MetaLine>{meta}</MetaLine>}
                {actions && (
                  <div className={styles.actions} data-print="hidden">
                    {actions}
                  </div>
                )}
              </div>
            )}
            {aside && <div className={styles.aside}>{aside}</div>}
          </div>
        )}
        <div className={styles.main}>
          {picture && (
            <figure className={styles.lead}>
              <PortalImage
                image={picture}
                sizes={side ? '(width < 1000px) 100vw, 720px' : '(width <= 1168px) 100vw, 860px'}
                ratio={side ? '16 / 9' : '2 / 1'}
                isPriority
                className={styles.picture}
              />
              {picture.credit && (
                <figcaption className={styles.credit}>{t('shared.pictureBy', { name: picture.credit })}</figcaption>
              )}
            </figure>
          )}
          {children}
        </div>
      </article>
      {related}
    </div>
  );
}

/** Related items at the end of an item; `children` are the list's `<li>`. */
export function RelatedItems({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase().replace(/\W+/g, '-');
  return (
    <section aria-labelledby={id} className={styles.related} data-print="hidden">
      <h2 id={id}>{title}</h2>
      <ul className={styles.relatedList}>{children}</ul>
    </section>
  );
}

export interface ArticleSkeletonProps {
  /** For example "Loading the news item". */
  label: string;
  hasLeaf?: boolean;
  hasPicture?: boolean;
  side?: Side;
  /** Skeletons of the cards. */
  aside?: ReactNode;
}

/** A skeleton for an article that is loading. */
export function ArticleSkeleton({ label, hasLeaf = false, hasPicture = true, side, aside }: ArticleSkeletonProps) {
  return (
    <SkeletonGroup label={label} className={styles.page}>
      <div className={styles.article} data-side={side}>
        <div className={styles.head}>
          {hasLeaf && <Skeleton shape="box" width="4rem" height="5.25rem" />}
          <div className={styles.words}>
            <Skeleton width="8rem" />
            <div className={styles.titleColumn}>
              <Skeleton lines={2} />
            </div>
            <Skeleton lines={2} />
          </div>
        </div>
        <div className={styles.side}>
          <div className={styles.line}>
            <Skeleton width="14rem" />
          </div>
          {aside && <div className={styles.aside}>{aside}</div>}
        </div>
        <div className={styles.main}>
          {hasPicture && (
            <div className={styles.lead}>
              <Skeleton shape="box" ratio={side ? '16 / 9' : '2 / 1'} />
            </div>
          )}
          <div>
            <Skeleton lines={8} />
          </div>
        </div>
      </div>
    </SkeletonGroup>
  );
}

/** Scrolls to the target of the address's hash once the content has loaded; the browser tried too early. */
function useHashTarget(): void {
  useEffect(() => {
    const id = decodeHash(location.hash);
    if (id !== '') document.getElementById(id)?.scrollIntoView();
  }, []);
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
