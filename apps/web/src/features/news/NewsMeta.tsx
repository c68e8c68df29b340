import type { NewsSummary } from '@portico/contracts/news';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { MetaLine } from '../../kit/MetaLine.tsx';

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

/** Facts about a news item on one line. */
export function NewsMeta({ news }: { news: NewsSummary }) {
  return (
    <MetaLine>
      <NewsFacts news={news} />
    </MetaLine>
  );
}
