import { recordPath } from '@portico/contracts/duties';
import { saveFile } from '../../kit/saveFile.ts';
import { t } from '../../locale/text.ts';

/** Downloads one of the reader's records. */
export const saveRecord = (id: string): Promise<void> =>
  saveFile(recordPath(id), {
    name: 'confirmation.json',
    texts: {
      signIn: t('duties.recordSignIn'),
      failed: t('duties.recordFailed'),
      timeout: t('duties.recordTimeout'),
      unreachable: t('duties.recordUnreachable'),
    },
    savedLabel: (name) => t('duties.recordSaved', { name }),
  });
