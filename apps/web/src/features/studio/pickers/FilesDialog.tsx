import { documentFormats, MAX_FILE_BYTES } from '@portico/contracts/media';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { useEffect, useEffectEvent, useState } from 'react';
import { fileProblem } from '../../../kit/uploads/fileChecks.ts';
import { fileUploads, type Upload } from '../../../kit/uploads/fileUploads.ts';
import { UploadRow } from '../../../kit/uploads/UploadRow.tsx';
import uploadStyles from '../../../kit/uploads/uploads.module.css';
import { t } from '../../../locale/text.ts';
import styles from '../item/Field.module.css';
import { useLeaveWarning } from '../item/useLeaveWarning.ts';
import { startDocument, type ListedFile, type UploadedFor } from './startDocument.ts';

const limits = { formats: documentFormats, maxBytes: MAX_FILE_BYTES, size: `${MAX_FILE_BYTES / 2 ** 20} MB` };

interface FilesDialogProps {
  files: File[];
  /** How many more files the FileList component can hold. */
  room: number;
  item: UploadedFor;
  /** Receives the uploaded files in order; none if the dialog was canceled. */
  onDone: (files: ListedFile[]) => void;
}

/** Uploads files and lists those that are rejected. Closes once every file is uploaded. */
export function FilesDialog({ files, room, item, onDone }: FilesDialogProps) {
  const { list, sent, cancel, retry, cancelAll } = useDocumentUploads(files, room, item);
  const isSending = list?.some(({ problem }) => problem === undefined) ?? true;
  useLeaveWarning(isSending);
  const close = (listed: ListedFile[]) => {
    cancelAll();
    onDone(listed);
  };
  const finish = useEffectEvent(() => onDone(sent));
  const isFinished = list?.length === 0;
  useEffect(() => {
    if (isFinished) finish();
  }, [isFinished]);
  return (
    <Dialog
      isOpen
      onOpenChange={() => close([])}
      title={t('studio.addFiles')}
      actions={
        <>
          <Button variant="primary" isDisabled={isSending || sent.length === 0} onPress={() => close(sent)}>
            {t('studio.useFiles', { count: sent.length })}
          </Button>
          <Button onPress={() => close([])}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={styles.group}>
        <p role="status">{t('studio.filesUploaded', { sent: sent.length, count: files.length })}</p>
        <ul className={uploadStyles.files} aria-label={t('studio.filesOnTheirWay')}>
          {(list ?? []).map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onCancel={() => cancel(upload.key)}
              onRetry={() => retry(upload.key)}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

/** `list` has the uploads in progress or failed; it is undefined until the first one starts. */
function useDocumentUploads(files: File[], room: number, item: UploadedFor) {
  const [list, setList] = useState<Upload[]>();
  const [uploaded, setUploaded] = useState<ReadonlyMap<string, ListedFile>>(new Map());
  const [targets] = useState(() => new Map(files.map((file) => [crypto.randomUUID() as string, file])));
  const [uploads] = useState(() => {
    const started = fileUploads<ListedFile>({
      send: (file) => startDocument(item, file),
      onSent: (target, file) => setUploaded((before) => new Map(before).set(target, file)),
      onChange: () => setList(started.list()),
    });
    return started;
  });
  const startUploads = useEffectEvent(() => {
    let left = room;
    for (const [target, file] of targets) {
      const problem = fileProblem(limits, file);
      if (problem === undefined) left -= 1;
      uploads.add(target, [{ file, problem: problem ?? (left < 0 ? t('studio.tooManyFiles') : undefined) }]);
    }
  });
  useEffect(() => {
    startUploads();
    return () => uploads.cancelAll();
  }, [uploads]);
  const sent = [...targets.keys()].flatMap((target) => uploaded.get(target) ?? []);
  return { list, sent, cancel: uploads.cancel, retry: uploads.retry, cancelAll: uploads.cancelAll };
}
