import type { PortalDocument } from '@portico/contracts/documents';
import { documentUrl } from '@portico/kinds/mediaUrls';
import type { ReactNode } from 'react';
import { t } from '../../../locale/text.ts';
import { richText } from '../../../locale/richText.ts';
import styles from './TruncationNote.module.css';

/** A note that the preview shows only part of the file, with a link to download all of it. */
export function TruncationNote({ document, children }: { document: PortalDocument; children: ReactNode }) {
  return (
    <p className={styles.note}>
      {children}{' '}
      {richText('documents.seeAll', {
        download: (
          <a href={documentUrl(document.id, 'download')} download={document.fileName}>
            {t('documents.downloadFile')}
          </a>
        ),
      })}
    </p>
  );
}
