import { Button } from '@portico/ui/Button';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import { IconButton } from '@portico/ui/IconButton';
import { ProgressBar } from '@portico/ui/ProgressBar';
import CircleAlert from 'lucide-react/icons/circle-alert';
import X from 'lucide-react/icons/x';
import { t } from '../../locale/text.ts';
import type { Upload } from './fileUploads.ts';
import styles from './uploads.module.css';

/** A list item for a file that is uploading or failed to upload. */
export function UploadRow({
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
