import { rosterExportPath } from '@portico/contracts/studio/eventsDesk';
import { useRef } from 'react';
import { saveFile } from '../../kit/saveFile.ts';
import { t } from '../../locale/text.ts';

/** Downloads the roster as a file. */
export function useExport({ id }: { id: string }): (format: 'csv' | 'xlsx') => Promise<void> {
  const isRunning = useRef(false);
  return async (format) => {
    if (isRunning.current) return;
    isRunning.current = true;
    await saveFile(rosterExportPath(id, format), {
      name: `people.${format}`,
      texts: {
        signIn: t('desk.exportSignIn'),
        failed: t('desk.exportFailed'),
        timeout: t('desk.exportTimeout'),
        unreachable: t('desk.exportUnreachable'),
      },
      savedLabel: (name) => t('desk.saidExported', { name }),
    });
    isRunning.current = false;
  };
}
