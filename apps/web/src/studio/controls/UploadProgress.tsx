import { ProgressBar } from '@portico/ui/ProgressBar';
import { t } from '../../locale/text.ts';

/** How much of a file has been uploaded, from 0 to 1; nothing while none is. */
export function UploadProgress({ progress }: { progress: number | undefined }) {
  if (progress === undefined) return null;
  return (
    <ProgressBar
      label={t('studio.uploading')}
      value={progress}
      max={1}
      valueLabel={`${Math.round(progress * 100)} %`}
    />
  );
}
