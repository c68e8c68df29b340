import { ApiError } from '@portico/client/ApiError';
import { recordPath } from '@portico/contracts/duties';
import { showToast } from '@portico/ui/toasts';
import { downloadFile } from '../../api/downloadFile.ts';
import { t } from '../../locale/text.ts';

/** Downloads one of the reader's records. */
export async function saveRecord(id: string): Promise<void> {
  try {
    const name = await downloadFile(recordPath(id), {
      name: 'confirmation.json',
      texts: {
        signIn: t('duties.recordSignIn'),
        failed: t('duties.recordFailed'),
        timeout: t('duties.recordTimeout'),
        unreachable: t('duties.recordUnreachable'),
      },
    });
    showToast(t('duties.recordSaved', { name }), { type: 'success' });
  } catch (error) {
    showToast(error instanceof ApiError ? error.detail : t('duties.recordFailed'), { type: 'error' });
  }
}
