import type { PortalDocument } from '@portico/contracts/documents';
import { TruncationNote } from './TruncationNote.tsx';
import styles from './TextView.module.css';

/** Plain text as it stands in the file, in lines that wrap. */
export function TextView({ document, text, isCut }: { document: PortalDocument; text: string; isCut: boolean }) {
  return (
    // The region scrolls, so it takes the focus for the arrow keys.
    <div role="region" aria-label={`Text of ${document.header}`} tabIndex={0} className={styles.scroller}>
      <div className={styles.sheet}>
        <pre className={styles.text}>{text}</pre>
        {isCut && <TruncationNote document={document}>This preview shows only the beginning.</TruncationNote>}
      </div>
    </div>
  );
}
