import { ContentTree } from '@portico/content/ContentTree';
import { PortalImage } from '@portico/content/PortalImage';
import type { NewsItem } from '@portico/contracts/news';
import { CategoryChip } from '@portico/ui/Chip';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CopyLinkButton } from '../../shell/CopyLinkButton.tsx';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { portalLink } from '../../shell/PortalLink.tsx';
import { newsItemQuery } from './news.queries.ts';
import { NewsCard } from './NewsCard.tsx';
import styles from './NewsItemPage.module.css';
import { NewsMeta } from './NewsMeta.tsx';

/** One news item, set for reading. Source: spec §2. */
export function Page() {
  const { newsId = '' } = useParams({ strict: false });
  const { data: news } = useQuery(newsItemQuery(newsId));
  return news ? <NewsArticle news={news} /> : <NewsArticleSkeleton />;
}

function NewsArticle({ news }: { news: NewsItem }) {
  return (
    <div className={styles.page}>
      <article className={styles.article}>
        <header className={styles.head}>
          {news.categories.length > 0 && (
            <ul className={styles.categories} aria-label="Categories">
              {news.categories.map((name) => <li key={name}><CategoryChip name={name} /></li>)}
            </ul>
          )}
          <PageHeading title={news.header} className={styles.title} />
          <p className={styles.description}>{news.description}</p>
          <div className={styles.line}>
            <NewsMeta news={news} hasAuthor />
            <CopyLinkButton />
          </div>
        </header>
        {news.image && (
          <figure className={styles.lead}>
            <PortalImage image={news.image} sizes="(width <= 1168px) 100vw, 860px" ratio="2 / 1" isPriority className={styles.picture} />
            {news.image.credit && <figcaption className={styles.credit}>Picture: {news.image.credit}</figcaption>}
          </figure>
        )}
        <ContentTree components={news.components} renderLink={portalLink} />
      </article>
      {news.related.length > 0 && (
        <section aria-labelledby="related-news" className={styles.related} data-print="hidden">
          <h2 id="related-news">Related news</h2>
          <ul className={styles.relatedList}>
            {news.related.map((item) => <li key={item.id}><NewsCard news={item} look="brief" headingLevel={3} /></li>)}
          </ul>
        </section>
      )}
    </div>
  );
}

function NewsArticleSkeleton() {
  return (
    <SkeletonGroup label="Loading the news item" className={styles.page}>
      <div className={styles.article}>
        <div className={styles.head}>
          <Skeleton width="8rem" />
          <div className={styles.titlePlace}><Skeleton lines={2} /></div>
          <Skeleton lines={2} />
          <Skeleton width="14rem" />
        </div>
        <div className={styles.lead}><Skeleton shape="box" ratio="2 / 1" /></div>
        <Skeleton lines={8} />
      </div>
    </SkeletonGroup>
  );
}
