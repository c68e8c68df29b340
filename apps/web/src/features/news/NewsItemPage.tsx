import { ContentTree } from '@portico/content/ContentTree';
import type { NewsItem } from '@portico/contracts/news';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Article, ArticleSkeleton, RelatedItems } from '../../shell/Article.tsx';
import { CopyLinkButton } from '../../shell/CopyLinkButton.tsx';
import { portalLink } from '../../shell/PortalLink.tsx';
import { newsItemQuery } from './news.queries.ts';
import { NewsCard } from './NewsCard.tsx';
import { NewsFacts } from './NewsMeta.tsx';

/** One news item, set for reading. Source: spec §2. */
export function Page() {
  const { newsId = '' } = useParams({ strict: false });
  const { data: news } = useQuery(newsItemQuery(newsId));
  return news ? <NewsArticle news={news} /> : <ArticleSkeleton label="Loading the news item" />;
}

function NewsArticle({ news }: { news: NewsItem }) {
  return (
    <Article
      title={news.header}
      categories={news.categories}
      description={news.description}
      meta={<NewsFacts news={news} hasAuthor />}
      actions={<CopyLinkButton />}
      picture={news.image}
      related={news.related.length > 0 && (
        <RelatedItems title="Related news">
          {news.related.map((item) => <li key={item.id}><NewsCard news={item} look="brief" headingLevel={3} /></li>)}
        </RelatedItems>
      )}
    >
      <ContentTree components={news.components} renderLink={portalLink} />
    </Article>
  );
}
