import { standfirst } from '@portico/kinds/page/standfirst';
import type { ContentPage } from '@portico/contracts/pages';
import type { ReactNode } from 'react';
import { Article } from '../../kit/article/Article.tsx';
import { EditLink } from '../../kit/EditLink.tsx';
import { ItemBody } from '../../kit/ItemBody.tsx';
import { WhyShown } from '../../kit/why-shown/WhyShown.tsx';
import styles from './ContentArticle.module.css';

/** A page made of components, with `children` above them. */
export function ContentArticle({
  page,
  isPreview = false,
  children,
}: {
  page: Omit<ContentPage, 'path'>;
  isPreview?: boolean;
  children?: ReactNode;
}) {
  return (
    <Article
      title={page.header}
      description={standfirst(page)}
      picture={page.image}
      actions={<EditLink itemId={page.id} />}
    >
      <div className={styles.body}>
        {children}
        <ItemBody itemId={page.id} revisionId={page.revisionId} components={page.components} />
      </div>
      {!isPreview && <WhyShown itemId={page.id} />}
    </Article>
  );
}
