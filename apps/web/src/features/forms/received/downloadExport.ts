import { formExportPath } from '@portico/contracts/forms';
import { downloadFile } from '../../../api/downloadFile.ts';
import { t } from '../../../locale/text.ts';

/** Downloads all entries of a form as a file and returns its name. Throws like `downloadFile`. */
export const downloadExport = (formId: string, format: 'csv' | 'xlsx'): Promise<string> =>
  downloadFile(formExportPath(formId, format), {
    name: `entries.${format}`,
    texts: {
      signIn: t('forms.signInToExport'),
      failed: t('forms.exportFailed'),
      timeout: t('forms.timeout'),
      unreachable: t('forms.unreachable'),
    },
  });
