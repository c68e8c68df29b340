import { standfirst } from '@portico/kinds/page/standfirst';
import type { NewsItem } from '@portico/contracts/news';
import { t } from '../../locale/text.ts';
import { ItemAction } from '../../kit/ItemAction.tsx';
import { Article, RelatedItems } from '../../kit/article/Article.tsx';
import { TableOfContents } from '../../kit/article/TableOfContents.tsx';
import { CopyLinkButton } from '../../kit/CopyLinkButton.tsx';
import { WhyShown } from '../../kit/why-shown/WhyShown.tsx';
import { PrintButton } from '../../kit/PrintButton.tsx';
import { ItemBody } from '../../kit/ItemBody.tsx';
import { NewsCard } from './NewsCard.tsx';
import { NewsFacts } from './NewsMeta.tsx';

/** The full text of a news item. */
export function NewsArticle({ news, isPreview = false }: { news: NewsItem; isPreview?: boolean }) {
  return (
    <Article
      title={news.header}
      categories={news.categories}
      description={standfirst(news)}
      meta={<NewsFacts news={news} hasAuthor />}
      actions={
        <>
          {!isPreview && <ItemAction itemId={news.id} title={news.header} path={`/news/${news.id}`} day={null} />}
          <CopyLinkButton />
          {!isPreview && <PrintButton />}
        </>
      }
      picture={news.image}
      side="facts"
      aside={<TableOfContents components={news.components} />}
      related={
        news.related.length > 0 && (
          <RelatedItems title={t('news.related')}>
            {news.related.map((item) => (
              <li key={item.id}>
                <NewsCard news={item} variant="brief" headingLevel={3} />
              </li>
            ))}
          </RelatedItems>
        )
      }
    >
      <ItemBody itemId={news.id} revisionId={news.revisionId} components={news.components} />
      {!isPreview && <WhyShown itemId={news.id} />}
    </Article>
  );
}
