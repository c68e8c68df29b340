import { standfirst } from '@portico/kinds/page/standfirst';
import type { Resource } from '@portico/contracts/resources';
import { t } from '../../locale/text.ts';
import { richText } from '../../locale/richText.ts';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { ItemAction } from '../../kit/ItemAction.tsx';
import { AuthorFacts } from '../../kit/article/AuthorFacts.tsx';
import { Article, RelatedItems } from '../../kit/article/Article.tsx';
import { CopyLinkButton } from '../../kit/CopyLinkButton.tsx';
import { WhyShown } from '../../kit/why-shown/WhyShown.tsx';
import { ItemBody } from '../../kit/ItemBody.tsx';
import { PrintButton } from '../../kit/PrintButton.tsx';
import { TableOfContents } from '../../kit/article/TableOfContents.tsx';
import { ResourceCard } from './ResourceCard.tsx';
import { ResourceFacts } from './ResourceFacts.tsx';

/** The full text of a resource with its table of contents, owner, and last review date. */
export function ResourceArticle({ resource, isPreview = false }: { resource: Resource; isPreview?: boolean }) {
  return (
    <Article
      title={resource.header}
      categories={resource.categories}
      description={standfirst(resource)}
      meta={
        <>
          <ResourceFacts resource={resource} />
          {resource.reviewedAt !== null && (
            <span>
              {richText('resources.publishedOn', {
                day: <time dateTime={resource.publishedAt}>{newsDateLabel(resource.publishedAt)}</time>,
              })}
            </span>
          )}
          {resource.owner && <span>{t('resources.owner', { name: resource.owner })}</span>}
          <AuthorFacts item={resource} shown={[resource.department, resource.owner]} />
        </>
      }
      actions={
        <>
          {!isPreview && (
            <ItemAction itemId={resource.id} title={resource.header} path={`/resources/${resource.id}`} day={null} />
          )}
          <CopyLinkButton />
          <PrintButton />
        </>
      }
      picture={resource.image}
      side="facts"
      aside={<TableOfContents components={resource.components} />}
      related={
        resource.related.length > 0 && (
          <RelatedItems title={t('resources.related')}>
            {resource.related.map((item) => (
              <li key={item.id}>
                <ResourceCard resource={item} variant="brief" headingLevel={3} />
              </li>
            ))}
          </RelatedItems>
        )
      }
    >
      <ItemBody itemId={resource.id} revisionId={resource.revisionId} components={resource.components} />
      {!isPreview && <WhyShown itemId={resource.id} />}
    </Article>
  );
}
