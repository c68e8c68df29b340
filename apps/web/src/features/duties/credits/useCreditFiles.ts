import { creditFilePath, type CreditFile } from '@portico/contracts/creditClaims';
import { certificatePath, creditsRecordPath } from '@portico/contracts/credits';
import { useState } from 'react';
import { saveFile } from '../../../kit/saveFile.ts';
import { t } from '../../../locale/text.ts';
import { stringifySearch } from '../../../routing/searchParams.ts';
import type { CreditsSearch } from '../duties.queries.ts';

/** Stands for the record of a year in `saving`. */
export const RECORD = 'record';

/** Downloads files about credits; `saving` is the number of a certificate, the id of an uploaded one, or `RECORD`. */
export function useCreditFiles() {
  const [saving, setSaving] = useState<string>();
  const save = async (which: string, path: string, name: string) => {
    setSaving(which);
    await saveFile(path, {
      name,
      texts: {
        signIn: t('credits.exportSignIn'),
        failed: t('credits.fileFailed'),
        timeout: t('credits.exportTimeout'),
        unreachable: t('credits.exportUnreachable'),
      },
      savedLabel: (saved) => t('credits.exported', { name: saved }),
    });
    setSaving(undefined);
  };
  return {
    saving,
    saveCertificate: (number: string) => save(number, certificatePath(number), 'certificate.pdf'),
    saveUploaded: ({ id, fileName }: CreditFile) => save(id, creditFilePath(id), fileName),
    saveRecord: (search: CreditsSearch) => save(RECORD, creditsRecordPath(stringifySearch(search)), 'record.pdf'),
  };
}
