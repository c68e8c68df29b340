import { formFileUrl } from '@portico/contracts/forms';
import type { FormFile } from '@portico/contracts/formValues';
import type { FileHold } from '@portico/kinds/media';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import { createContext, use } from 'react';
import { t } from '../../locale/text.ts';

const holdLabel = (hold: FileHold): string =>
  ({
    Waiting: t('forms.heldWaiting'),
    Refused: t('forms.heldRefused'),
    TooLarge: t('forms.heldTooLarge'),
  })[hold];

/** The size of a file, or why nobody can open it. */
export const fileFact = ({ hold, bytes }: FormFile): string => (hold ? holdLabel(hold) : fileSizeLabel(bytes));

/** Whether files were only chosen: the server does not have them. */
export const FilesAreHere = createContext(false);

/** The name of a file, which downloads it unless nobody can open it. */
export function FormFileLink({ id, file }: { id: string; file: FormFile | undefined }) {
  const areHere = use(FilesAreHere);
  const name = file?.fileName ?? t('forms.aFile');
  if (areHere || file?.hold) return name;
  return (
    <a href={formFileUrl(id)} download={file?.fileName ?? ''}>
      {name}
    </a>
  );
}
