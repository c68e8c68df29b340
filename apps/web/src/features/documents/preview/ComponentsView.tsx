import { ContentTree } from '@portico/content/ContentTree';
import type { ComponentTree } from '@portico/contracts/content';
import type { PortalDocument } from '@portico/contracts/documents';
import { t } from '../../../locale/text.ts';
import { TruncationNote } from './TruncationNote.tsx';
import styles from './TextView.module.css';

/** The words of a text document or presentation, set like a page of the portal. Its own looks stay in the file. */
export function ComponentsView({
  document,
  components,
  isCut,
}: {
  document: PortalDocument;
  components: ComponentTree;
  isCut: boolean;
}) {
  return (
    <div
      role="region"
      aria-label={t('documents.textOf', { title: document.header })}
      tabIndex={0}
      className={styles.scroller}
    >
      <div className={styles.sheet}>
        <ContentTree components={components} />
        {isCut && <TruncationNote document={document}>{t('documents.onlyBeginning')}</TruncationNote>}
      </div>
    </div>
  );
}
