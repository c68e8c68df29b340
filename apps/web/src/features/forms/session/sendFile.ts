import { FormFile, formFilePath } from '@portico/contracts/forms';
import { uploadFile } from '../../../api/uploadFile.ts';
import { t } from '../../../locale/text.ts';
import { typeOfName } from './fileChecks.ts';

export interface FileToSend {
  formId: string;
  /** Of the field. */
  alias: string;
  file: File;
  /** Called with the number of bytes sent so far. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

/** Uploads a file for an entry. Throws like `uploadFile`. */
export function sendFile({ formId, alias, file, onProgress, signal }: FileToSend): Promise<FormFile> {
  return uploadFile({
    path: formFilePath(formId),
    file,
    headers: {
      'Content-Type': typeOfName(file.name),
      'X-File-Name': encodeURIComponent(file.name),
      'X-Field': alias,
    },
    read: (body) => FormFile.safeParse(body).data,
    onProgress,
    signal,
    texts: {
      signIn: t('forms.signInToSend'),
      timeout: t('forms.timeout'),
      unreachable: t('forms.unreachable'),
      unreadable: t('forms.unreadable'),
      wentWrong: t('forms.wentWrong'),
    },
  });
}
