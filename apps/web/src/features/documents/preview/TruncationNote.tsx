import type { PortalDocument } from '@portico/contracts/documents';
import { documentUrl } from '@portico/contracts/mediaUrls';
import type { ReactNode } from 'react';
import styles from './TruncationNote.module.css';

/** Says that the preview is only a part of the file, and offers all of it. */
export function TruncationNote({ document, children }: { document: PortalDocument; children: ReactNode }) {
  return (
    <p className={styles.note}>
      {children}{' '}
      <a href={documentUrl(document.id, 'download')} download={document.fileName}>
        Download the file
      </a>{' '}
      to see all of it.
    </p>
  );
}
