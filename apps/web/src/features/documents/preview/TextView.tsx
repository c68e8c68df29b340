import type { PortalDocument } from '@portico/contracts/documents';
import { t } from '../../../locale/text.ts';
import { TruncationNote } from './TruncationNote.tsx';
import styles from './TextView.module.css';

/** Plain text with wrapped lines. */
export function TextView({ document, text, isCut }: { document: PortalDocument; text: string; isCut: boolean }) {
  return (
    // Scrollable regions must be focusable for the arrow keys.
    <div
      role="region"
      aria-label={t('documents.textOf', { title: document.header })}
      tabIndex={0}
      className={styles.scroller}
    >
      <div className={styles.sheet}>
        <pre className={styles.text}>{text}</pre>
        {isCut && <TruncationNote document={document}>{t('documents.onlyBeginning')}</TruncationNote>}
      </div>
    </div>
  );
}
