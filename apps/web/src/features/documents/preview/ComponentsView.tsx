import { ContentTree } from '@portico/kinds/page/ContentTree';
import type { ComponentTree } from '@portico/kinds/content';
import type { PortalDocument } from '@portico/contracts/documents';
import { t } from '../../../locale/text.ts';
import { TruncationNote } from './TruncationNote.tsx';
import styles from './TextView.module.css';

/** The content of a text document or presentation in the portal's style, without the file's formatting. */
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
