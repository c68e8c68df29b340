import type { DocumentPreview, PortalDocument } from '@portico/contracts/documents';
import { documentUrl } from '@portico/kinds/mediaUrls';
import { EmptyState } from '@portico/ui/EmptyState';
import { LinkButton } from '@portico/ui/LinkButton';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import Download from 'lucide-react/icons/download';
import FileClock from 'lucide-react/icons/file-clock';
import FileLock from 'lucide-react/icons/file-lock';
import FileQuestion from 'lucide-react/icons/file-question-mark';
import FileX from 'lucide-react/icons/file-x';
import type { ReactNode } from 'react';
import { t, type TextKey } from '../../../locale/text.ts';
import styles from './PreviewBody.module.css';

export type NoPreviewReason = Extract<DocumentPreview, { kind: 'None' }>['reason'] | 'Pending';

const texts: Record<NoPreviewReason, { title: TextKey; description: TextKey; icon: ReactNode }> = {
  Pending: { title: 'documents.noPending', description: 'documents.noPendingAdvice', icon: <FileClock /> },
  Format: { title: 'documents.noFormat', description: 'documents.noFormatAdvice', icon: <FileQuestion /> },
  Protected: { title: 'documents.noProtected', description: 'documents.noProtectedAdvice', icon: <FileLock /> },
  Damaged: { title: 'documents.noDamaged', description: 'documents.noDamagedAdvice', icon: <FileX /> },
  TooLarge: { title: 'documents.noTooLarge', description: 'documents.noTooLargeAdvice', icon: <FileQuestion /> },
};

/** Explains why a document has no preview and offers the file instead. */
export function NoPreview({ document, reason }: { document: PortalDocument; reason: NoPreviewReason }) {
  const { title, description, icon } = texts[reason];
  return (
    <div className={styles.container} role={reason === 'Pending' ? 'status' : undefined}>
      <EmptyState
        headingLevel={3}
        icon={icon}
        title={t(title)}
        description={t(description)}
        action={
          <LinkButton variant="primary" href={documentUrl(document.id, 'download')} download={document.fileName}>
            <Download aria-hidden="true" />
            {t('documents.downloadSize', { size: fileSizeLabel(document.bytes) })}
          </LinkButton>
        }
      />
    </div>
  );
}
