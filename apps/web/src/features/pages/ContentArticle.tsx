import { ContentTree } from '@portico/content/ContentTree';
import { standfirst } from '@portico/content/standfirst';
import type { ContentPage } from '@portico/contracts/pages';
import type { ReactNode } from 'react';
import { Article } from '../../kit/article/Article.tsx';
import { portalLink } from '../../kit/PortalLink.tsx';
import styles from './ContentArticle.module.css';

/** A page made of components, with `children` above them. */
export function ContentArticle({ page, children }: { page: ContentPage; children?: ReactNode }) {
  return (
    <Article title={page.header} description={standfirst(page)} picture={page.image}>
      <div className={styles.body}>
        {children}
        <ContentTree components={page.components} renderLink={portalLink} />
      </div>
    </Article>
  );
}
