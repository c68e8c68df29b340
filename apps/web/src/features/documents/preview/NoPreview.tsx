import type { DocumentPreview, PortalDocument } from '@portico/contracts/documents';
import { documentUrl } from '@portico/contracts/mediaUrls';
import { EmptyState } from '@portico/ui/EmptyState';
import { LinkButton } from '@portico/ui/LinkButton';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import Download from 'lucide-react/icons/download';
import FileClock from 'lucide-react/icons/file-clock';
import FileLock from 'lucide-react/icons/file-lock';
import FileQuestion from 'lucide-react/icons/file-question-mark';
import FileX from 'lucide-react/icons/file-x';
import type { ReactNode } from 'react';
import styles from './DocumentPreviewBody.module.css';

export type NoPreviewReason = Extract<DocumentPreview, { kind: 'None' }>['reason'] | 'Pending';

const words: Record<NoPreviewReason, { title: string; description: string; icon: ReactNode }> = {
  Pending: {
    title: 'The portal is still reading this file',
    description: 'The preview appears here in a moment. You can already download the file.',
    icon: <FileClock />,
  },
  Format: {
    title: 'This kind of file has no preview',
    description: 'Download it to open it in another app.',
    icon: <FileQuestion />,
  },
  Protected: {
    title: 'This file is protected',
    description: 'It needs a password. Download it and open it with the password.',
    icon: <FileLock />,
  },
  Damaged: {
    title: 'This file is damaged',
    description: 'It can’t be shown here. Another app may still be able to open it.',
    icon: <FileX />,
  },
  TooLarge: {
    title: 'This file is too large for a preview',
    description: 'Download it to open it in another app.',
    icon: <FileQuestion />,
  },
};

/** Says why a document is not shown, and offers the file instead. */
export function NoPreview({ document, reason }: { document: PortalDocument; reason: NoPreviewReason }) {
  const { title, description, icon } = words[reason];
  return (
    <div className={styles.place} role={reason === 'Pending' ? 'status' : undefined}>
      <EmptyState
        headingLevel={3}
        icon={icon}
        title={title}
        description={description}
        action={
          <LinkButton variant="primary" href={documentUrl(document.id, 'download')} download={document.fileName}>
            <Download aria-hidden="true" />
            Download ({fileSizeLabel(document.bytes)})
          </LinkButton>
        }
      />
    </div>
  );
}
