import { MAX_FORM_FILE_BYTES, MAX_FORM_FILES, type FormField } from '@portico/kinds/formFields';
import { documentFormats } from '@portico/kinds/media';
import { FileDrop } from '@portico/ui/FileDrop';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import { IconButton } from '@portico/ui/IconButton';
import Paperclip from 'lucide-react/icons/paperclip';
import X from 'lucide-react/icons/x';
import { fileFact, FormFileLink } from '../FormFileLink.tsx';
import type { EntryFieldProps } from './entryFieldProps.ts';
import { acceptOf, fileProblem, fileRules, type FileLimits } from '../../../kit/uploads/fileChecks.ts';
import { UploadRow } from '../../../kit/uploads/UploadRow.tsx';
import styles from '../../../kit/uploads/uploads.module.css';
import { t } from '../../../locale/text.ts';

type FileFieldShape = Extract<FormField, { type: 'FileUpload' }>;

const limitsOf = ({ formats = [...documentFormats], maxBytes = MAX_FORM_FILE_BYTES }: FileFieldShape): FileLimits => ({
  formats,
  maxBytes,
  size: fileSizeLabel(maxBytes),
});

/** The files of one field: uploaded, uploading and failed. */
export function FileField({
  id,
  field,
  ids,
  error,
  files,
  uploads,
  onBlur,
  onFiles,
  onRemoveFile,
  onCancelUpload,
  onRetryUpload,
}: Omit<EntryFieldProps, 'field'> & {
  field: FileFieldShape;
  ids: string[];
}) {
  const limits = limitsOf(field);
  const maxFiles = field.maxFiles ?? MAX_FORM_FILES;
  const free = maxFiles - ids.length - uploads.filter((upload) => upload.problem === undefined).length;
  const add = (chosen: File[]) => {
    let remaining = free;
    onFiles(
      field.alias,
      chosen.map((file) => {
        const problem = fileProblem(limits, file);
        if (problem !== undefined) return { file, problem };
        remaining -= 1;
        return {
          file,
          problem:
            remaining < 0 ? t(maxFiles === 1 ? 'forms.roomForOne' : 'forms.roomFor', { count: maxFiles }) : undefined,
        };
      }),
    );
  };
  const help = (
    <>
      {field.helpText && <p>{field.helpText}</p>}
      <p>{t(maxFiles === 1 ? 'forms.oneFile' : 'forms.upToFiles', { count: maxFiles, rules: fileRules(limits) })}</p>
    </>
  );
  return (
    <FileDrop
      id={id}
      label={field.label}
      help={help}
      error={error}
      isRequired={field.isRequired}
      accept={acceptOf(limits)}
      isMultiple={maxFiles > 1}
      isFull={free <= 0}
      onFiles={add}
      onBlur={() => onBlur(field.alias)}
    >
      {(ids.length > 0 || uploads.length > 0) && (
        <ul className={styles.files} aria-label={t('forms.filesFor', { label: field.label })}>
          {ids.map((fileId) => {
            const known = files.find((file) => file.id === fileId);
            const name = known?.fileName ?? t('forms.aFile');
            return (
              <li key={fileId} className={styles.file}>
                <Paperclip className={styles.icon} aria-hidden="true" />
                <span className={styles.name}>
                  <FormFileLink id={fileId} file={known} />
                </span>
                {known && <span className={styles.fact}>{fileFact(known)}</span>}
                <IconButton
                  size="small"
                  label={t('forms.removeFile', { name })}
                  icon={<X aria-hidden="true" />}
                  onPress={() => onRemoveFile(field.alias, fileId)}
                />
              </li>
            );
          })}
          {uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onCancel={() => onCancelUpload(upload.key)}
              onRetry={() => onRetryUpload(upload.key)}
            />
          ))}
        </ul>
      )}
    </FileDrop>
  );
}
