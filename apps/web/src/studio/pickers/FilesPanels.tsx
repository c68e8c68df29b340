import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { useBlocker } from '@tanstack/react-router';
import { t } from '../../locale/text.ts';
import { areFilesWaiting } from '../uploads.ts';
import { FilesPanel } from './FilesPanel.tsx';
import styles from './FilesPanel.module.css';
import type { UploadRequest } from './startDocument.ts';

/** A panel for each set of files that was added together. */
export function FilesPanels({ requests }: { requests: readonly UploadRequest[] }) {
  return (
    <div className={styles.panels}>
      {requests.map(({ id, files, room, item, done }) => (
        <FilesPanel key={id} files={files} room={room} item={item} onDone={done} />
      ))}
      <LeaveDialog />
    </div>
  );
}

/** Asks before another page of the portal opens, which would stop the uploads. */
function LeaveDialog() {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => areFilesWaiting() && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (leaving.status !== 'blocked') return null;
  return (
    <Dialog
      isOpen
      size="small"
      onOpenChange={leaving.reset}
      title={t('studio.filesLeaveTitle')}
      actions={
        <>
          <Button variant="primary" onPress={leaving.reset}>
            {t('studio.filesStay')}
          </Button>
          <Button onPress={leaving.proceed}>{t('studio.filesLeave')}</Button>
        </>
      }
    >
      <p>{t('studio.filesLeaveText')}</p>
    </Dialog>
  );
}
