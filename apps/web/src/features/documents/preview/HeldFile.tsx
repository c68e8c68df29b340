import type { FileHold } from '@portico/kinds/media';
import { EmptyState } from '@portico/ui/EmptyState';
import FileClock from 'lucide-react/icons/file-clock';
import FileX from 'lucide-react/icons/file-x';
import { t, type TextKey } from '../../../locale/text.ts';
import styles from './PreviewBody.module.css';

const texts: Record<FileHold, { title: TextKey; description: TextKey }> = {
  Waiting: { title: 'documents.heldWaiting', description: 'documents.heldWaitingAdvice' },
  Refused: { title: 'documents.heldRefused', description: 'documents.heldRefusedAdvice' },
  TooLarge: { title: 'documents.heldTooLarge', description: 'documents.heldTooLargeAdvice' },
};

/** Explains why nobody can open the file. */
export function HeldFile({ hold }: { hold: FileHold }) {
  const { title, description } = texts[hold];
  return (
    <div className={styles.container} role="status">
      <EmptyState
        headingLevel={3}
        icon={hold === 'Waiting' ? <FileClock /> : <FileX />}
        title={t(title)}
        description={t(description)}
      />
    </div>
  );
}
