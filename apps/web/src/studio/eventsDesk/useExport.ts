import { ApiError } from '@portico/client/ApiError';
import { rosterExportPath } from '@portico/contracts/studio/eventsDesk';
import { showToast } from '@portico/ui/toasts';
import { useRef } from 'react';
import { downloadFile } from '../../api/downloadFile.ts';
import { t } from '../../locale/text.ts';

/** Downloads the roster as a file. */
export function useExport({ id }: { id: string }): (format: 'csv' | 'xlsx') => Promise<void> {
  const isRunning = useRef(false);
  return async (format) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      const name = await downloadFile(rosterExportPath(id, format), {
        name: `people.${format}`,
        texts: {
          signIn: t('desk.exportSignIn'),
          failed: t('desk.exportFailed'),
          timeout: t('desk.exportTimeout'),
          unreachable: t('desk.exportUnreachable'),
        },
      });
      showToast(t('desk.saidExported', { name }), { type: 'success' });
    } catch (error) {
      showToast(error instanceof ApiError ? error.detail : t('desk.exportFailed'), { type: 'error' });
    } finally {
      isRunning.current = false;
    }
  };
}
