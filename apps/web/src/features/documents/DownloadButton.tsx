import type { FileHold } from '@portico/kinds/media';
import type { PortalDocument } from '@portico/contracts/documents';
import { documentUrl } from '@portico/kinds/mediaUrls';
import { LinkButton } from '@portico/ui/LinkButton';
import Download from 'lucide-react/icons/download';
import type { ComponentProps, ReactNode } from 'react';
import { t } from '../../locale/text.ts';
import styles from './DownloadButton.module.css';

const holdLabel = (hold: FileHold): string =>
  ({
    Waiting: t('documents.heldWaiting'),
    Refused: t('documents.heldRefused'),
    TooLarge: t('documents.heldTooLarge'),
  })[hold];

/** Downloads a document, or says why nobody can open its file. */
export function DownloadButton({
  document: { id, fileName, hold },
  children,
  ...props
}: {
  document: PortalDocument;
  children: ReactNode;
} & Pick<ComponentProps<typeof LinkButton>, 'variant' | 'size' | 'className' | 'aria-label'>) {
  if (hold) return <span className={styles.hold}>{holdLabel(hold)}</span>;
  return (
    <LinkButton {...props} href={documentUrl(id, 'download')} download={fileName}>
      <Download aria-hidden="true" />
      {children}
    </LinkButton>
  );
}
