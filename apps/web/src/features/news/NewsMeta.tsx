import type { NewsSummary } from '@portico/contracts/news';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import styles from './NewsMeta.module.css';

/** When it was published, by which department and, on the item itself, by whom: "Mar 9, 2026 · Compliance · Ana Ruiz". */
export function NewsMeta({ news, hasAuthor = false }: { news: NewsSummary; hasAuthor?: boolean }) {
  const author = hasAuthor ? news.creatorInfo.name : undefined;
  return (
    <p className={styles.meta}>
      <time dateTime={news.publishedAt}>{newsDateLabel(news.publishedAt)}</time>
      {news.authorDepartment && <span>{news.authorDepartment}</span>}
      {author && <span>{author}</span>}
    </p>
  );
}
