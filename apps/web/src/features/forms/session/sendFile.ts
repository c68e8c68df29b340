import { FormFile, formFilePath } from '@portico/contracts/forms';
import { uploadFile } from '../../../api/uploadFile.ts';
import { t } from '../../../locale/text.ts';
import { typeOfName } from '../../../kit/uploads/fileChecks.ts';
import type { FileToSend } from '../../../kit/uploads/fileUploads.ts';

/** Uploads a file for a field of an entry. Throws like `uploadFile`. */
export function sendFile(formId: string, { target, file, onProgress, signal }: FileToSend): Promise<FormFile> {
  return uploadFile({
    path: formFilePath(formId),
    file,
    headers: {
      'Content-Type': typeOfName(file.name),
      'X-File-Name': encodeURIComponent(file.name),
      'X-Field': target,
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
