import { MAX_UPLOADS } from '@portico/contracts/studio/uploads';
import { Button } from '@portico/ui/Button';
import { FileDrop } from '@portico/ui/FileDrop';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import { ProgressBar } from '@portico/ui/ProgressBar';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useState, useSyncExternalStore } from 'react';
import { PortalLink } from '../../kit/PortalLink.tsx';
import type { Upload } from '../../kit/uploads/fileUploads.ts';
import { UploadRow } from '../../kit/uploads/UploadRow.tsx';
import uploadStyles from '../../kit/uploads/uploads.module.css';
import { t } from '../../locale/text.ts';
import { droppedFiles } from './droppedFiles.ts';
import { libraryUploadsOf, type KnownUpload, type LibraryUploads, type LibraryUploadsState } from './libraryUploads.ts';
import styles from './mediaDesk.module.css';
import { UnfinishedUploads } from './UnfinishedUploads.tsx';

interface PanelProps {
  hrefOf: (mediaId: string) => string;
}

/** Takes up to MAX_UPLOADS pictures and files, with the progress of each and of all. */
export function UploadPanel({ hrefOf }: PanelProps) {
  const cache = useQueryClient();
  const [uploads] = useState(() => libraryUploadsOf(cache));
  const state = useSyncExternalStore(uploads.subscribe, uploads.getState);
  const { list, known, sent, total, leftOut, isPaused } = state;
  return (
    <FileDrop
      label={t('mediaDesk.upload')}
      help={t('mediaDesk.uploadHelp', { max: MAX_UPLOADS })}
      onFiles={uploads.add}
      readDrop={droppedFiles}
      takesFolders
    >
      <UnfinishedUploads uploads={uploads} ownIds={state.ownIds} />
      {/* Screen readers announce only what appears in it later. */}
      <p role="status">
        {total > 0 && t('mediaDesk.uploaded', { sent, count: total })} {isPaused && t('mediaDesk.paused')}
      </p>
      {leftOut > 0 && <p role="status">{t('mediaDesk.leftOut', { count: leftOut, max: MAX_UPLOADS })}</p>}
      {list.length > 0 && (
        <>
          <WholeProgress uploads={uploads} state={state} />
          <ul className={`${uploadStyles.files} ${styles.uploads}`} aria-label={t('mediaDesk.uploads')}>
            {list.map((upload) => (
              <Row key={upload.key} upload={upload} uploads={uploads} />
            ))}
          </ul>
        </>
      )}
      {known.length > 0 && <Known known={known} hrefOf={hrefOf} />}
    </FileDrop>
  );
}

/** The others stay as they are while one proceeds. */
const Row = memo(function Row({ upload, uploads }: { upload: Upload; uploads: LibraryUploads }) {
  return (
    <UploadRow
      upload={upload}
      onCancel={() => void uploads.cancel(upload.key)}
      onRetry={() => uploads.retry(upload.key)}
    />
  );
});

function WholeProgress({ uploads, state }: { uploads: LibraryUploads; state: LibraryUploadsState }) {
  const { list, sentBytes, totalBytes, isPaused } = state;
  const value = list.reduce((sum, upload) => sum + upload.sentBytes, sentBytes);
  const canRetry = list.filter(({ problem }) => problem?.canRetry).length > 1;
  return (
    <div className={styles.whole}>
      <ProgressBar
        label={t('mediaDesk.allUploads')}
        value={value}
        max={totalBytes}
        valueLabel={t('mediaDesk.bytesOf', { sent: fileSizeLabel(value), total: fileSizeLabel(totalBytes) })}
      />
      <div className={styles.states}>
        <Button size="small" onPress={isPaused ? uploads.resume : uploads.pause}>
          {isPaused ? t('mediaDesk.resume') : t('mediaDesk.pause')}
        </Button>
        {canRetry && (
          <Button size="small" onPress={uploads.retryAll}>
            {t('mediaDesk.tryAllAgain')}
          </Button>
        )}
        <Button size="small" onPress={() => void uploads.cancelAll()}>
          {t('mediaDesk.cancelAll')}
        </Button>
      </div>
    </div>
  );
}

function Known({ known, hrefOf }: { known: KnownUpload[] } & PanelProps) {
  return (
    <section className={styles.facts} aria-labelledby="media-known">
      <h2 id="media-known" className={styles.name}>
        {t('mediaDesk.knownTitle')}
      </h2>
      <p className={styles.fact}>{t('mediaDesk.knownHelp')}</p>
      <ul className={styles.plainList}>
        {known.map(({ name, mediaId }, position) => (
          // Two files can have the same content.
          <li key={`${position} ${mediaId}`}>
            <PortalLink href={hrefOf(mediaId)}>{name}</PortalLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
