import type { NewsSummary } from '@portico/contracts/news';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import { MetaLine } from '../../kit/MetaLine.tsx';
import styles from './NewsMeta.module.css';

/** Publication date, department, and, if requested, author: "Mar 9, 2026 · Compliance · Ana Ruiz". */
export function NewsFacts({ news, hasAuthor = false }: { news: NewsSummary; hasAuthor?: boolean }) {
  const author = hasAuthor ? news.creatorInfo.name : undefined;
  return (
    <>
      <time dateTime={news.publishedAt}>{newsDateLabel(news.publishedAt)}</time>
      {news.authorDepartment && <span>{news.authorDepartment}</span>}
      {author && <span>{author}</span>}
    </>
  );
}

/** Facts about a news item on one line, after a mark if it is new to the reader. */
export function NewsMeta({ news, isNew = false }: { news: NewsSummary; isNew?: boolean }) {
  return (
    <MetaLine>
      {isNew && <strong className={styles.new}>{t('news.isNew')}</strong>}
      <NewsFacts news={news} />
    </MetaLine>
  );
}
