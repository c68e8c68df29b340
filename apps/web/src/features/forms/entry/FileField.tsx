import { MAX_FORM_FILES } from '@portico/contracts/formFields';
import { formFileUrl } from '@portico/contracts/forms';
import { Button } from '@portico/ui/Button';
import { FileDrop } from '@portico/ui/FileDrop';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import { IconButton } from '@portico/ui/IconButton';
import { ProgressBar } from '@portico/ui/ProgressBar';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Paperclip from 'lucide-react/icons/paperclip';
import X from 'lucide-react/icons/x';
import type { EntryFieldProps } from './EntryField.tsx';
import type { Upload } from '../session/entryUploads.ts';
import { acceptOf, fileProblem, fileRules, type FileField as FileFieldShape } from '../session/fileChecks.ts';
import styles from './FileField.module.css';
import { t } from '../../../locale/text.ts';

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
  const most = field.maxFiles ?? MAX_FORM_FILES;
  const free = most - ids.length - uploads.filter((upload) => upload.problem === undefined).length;
  const take = (chosen: File[]) => {
    let room = free;
    onFiles(
      field.alias,
      chosen.map((file) => {
        const problem = fileProblem(field, file);
        if (problem !== undefined) return { file, problem };
        room -= 1;
        return {
          file,
          problem: room < 0 ? t(most === 1 ? 'forms.roomForOne' : 'forms.roomFor', { count: most }) : undefined,
        };
      }),
    );
  };
  const help = (
    <>
      {field.helpText && <p>{field.helpText}</p>}
      <p>{t(most === 1 ? 'forms.oneFile' : 'forms.upToFiles', { count: most, rules: fileRules(field) })}</p>
    </>
  );
  return (
    <FileDrop
      id={id}
      label={field.label}
      help={help}
      error={error}
      isRequired={field.isRequired}
      accept={acceptOf(field)}
      isMultiple={most > 1}
      isFull={free <= 0}
      onFiles={take}
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
                  <a href={formFileUrl(fileId)} download={name}>
                    {name}
                  </a>
                </span>
                {known && <span className={styles.fact}>{fileSizeLabel(known.bytes)}</span>}
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

function UploadRow({
  upload: { file, sentBytes, problem },
  onCancel,
  onRetry,
}: {
  upload: Upload;
  onCancel: () => void;
  onRetry: () => void;
}) {
  if (problem) {
    return (
      <li className={styles.file} data-failed>
        <CircleAlert className={styles.icon} aria-hidden="true" />
        <span className={styles.name}>{file.name}</span>
        <span role="status" className={styles.problem}>
          {problem.detail}
        </span>
        {problem.canRetry && (
          <Button size="small" aria-label={t('forms.tryFileAgain', { name: file.name })} onPress={onRetry}>
            {t('forms.tryAgain')}
          </Button>
        )}
        <IconButton
          size="small"
          label={t('forms.removeFile', { name: file.name })}
          icon={<X aria-hidden="true" />}
          onPress={onCancel}
        />
      </li>
    );
  }
  return (
    <li className={styles.file}>
      <div className={styles.progress}>
        <ProgressBar
          label={file.name}
          value={sentBytes}
          max={file.size}
          valueLabel={
            sentBytes < file.size
              ? t('forms.bytesOf', { sent: fileSizeLabel(sentBytes), total: fileSizeLabel(file.size) })
              : t('forms.beingChecked')
          }
        />
      </div>
      <IconButton
        size="small"
        label={t('forms.cancelFile', { name: file.name })}
        icon={<X aria-hidden="true" />}
        onPress={onCancel}
      />
    </li>
  );
}
