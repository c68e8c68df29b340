import type { PortalDocument } from '@portico/contracts/documents';
import { t } from '../../../locale/text.ts';
import { TruncationNote } from './TruncationNote.tsx';
import styles from './TextView.module.css';

/** Plain text as it stands in the file, in lines that wrap. */
export function TextView({ document, text, isCut }: { document: PortalDocument; text: string; isCut: boolean }) {
  return (
    // The region scrolls, so it takes the focus for the arrow keys.
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
