import { FileDrop } from '@portico/ui/FileDrop';
import { UploadRow } from '../../kit/uploads/UploadRow.tsx';
import uploadStyles from '../../kit/uploads/uploads.module.css';
import { t } from '../../locale/text.ts';
import { useMediaUploads } from './useMediaUploads.ts';

/** Takes any number of pictures and files, with the progress of each. */
export function UploadPanel() {
  const { list, sent, total, add, cancel, retry } = useMediaUploads();
  return (
    <FileDrop label={t('mediaDesk.upload')} help={t('mediaDesk.uploadHelp')} onFiles={add}>
      {/* Screen readers announce only what appears in it later. */}
      <p role="status">{total > 0 && t('mediaDesk.uploaded', { sent, count: total })}</p>
      {list.length > 0 && (
        <ul className={uploadStyles.files} aria-label={t('mediaDesk.uploads')}>
          {list.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onCancel={() => cancel(upload.key)}
              onRetry={() => retry(upload.key)}
            />
          ))}
        </ul>
      )}
    </FileDrop>
  );
}
