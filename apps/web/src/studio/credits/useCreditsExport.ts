import { useRef } from 'react';
import { saveFile } from '../../kit/saveFile.ts';
import { t } from '../../locale/text.ts';

/** Downloads a file about credits, one at a time. */
export function useCreditsExport(): (path: string, name: string) => Promise<void> {
  const isRunning = useRef(false);
  return async (path, name) => {
    if (isRunning.current) return;
    isRunning.current = true;
    await saveFile(path, {
      name,
      texts: {
        signIn: t('credits.exportSignIn'),
        failed: t('credits.exportFailed'),
        timeout: t('credits.exportTimeout'),
        unreachable: t('credits.exportUnreachable'),
      },
      savedLabel: (saved) => t('credits.exported', { name: saved }),
    });
    isRunning.current = false;
  };
}
