import { documentFormats, MAX_FILE_BYTES } from '@portico/kinds/media';
import { Button } from '@portico/ui/Button';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type FocusEvent } from 'react';
import { fileProblem } from '../../kit/uploads/fileChecks.ts';
import { fileUploads, type Upload } from '../../kit/uploads/fileUploads.ts';
import { UploadRow } from '../../kit/uploads/UploadRow.tsx';
import uploadStyles from '../../kit/uploads/uploads.module.css';
import { t } from '../../locale/text.ts';
import { useLeaveWarning } from '../controls/useLeaveWarning.ts';
import { holdForFiles } from '../uploads.ts';
import styles from './FilesPanel.module.css';
import { startDocument, type ListedFile, type UploadedFor } from './startDocument.ts';

const limits = { formats: documentFormats, maxBytes: MAX_FILE_BYTES, size: `${MAX_FILE_BYTES / 2 ** 20} MB` };

interface FilesPanelProps {
  files: File[];
  /** How many more files the FileList component can hold. */
  room: number;
  item: UploadedFor;
  /** Receives the uploaded files in order; none if the upload was canceled. */
  onDone: (files: ListedFile[]) => void;
}

/**
 * Uploads files and lists those that are rejected, while the editor goes on writing. Closes once every file is
 * uploaded.
 */
export function FilesPanel({ files, room, item, onDone }: FilesPanelProps) {
  const titleId = useId();
  const { list, sent, cancel, retry, cancelAll } = useDocumentUploads(files, room, item);
  const { panel, onFocus, leave } = useFocusBack();
  const isSending = list?.some(({ problem }) => problem === undefined) ?? true;
  const isWaiting = isSending || sent.length > 0;
  useLeaveWarning(isWaiting);
  useEffect(() => (isWaiting ? holdForFiles() : undefined), [isWaiting]);
  const close = (listed: ListedFile[]) => {
    cancelAll();
    onDone(listed);
  };
  const finish = useEffectEvent(() => onDone(sent));
  const isFinished = list?.length === 0;
  useEffect(() => {
    if (isFinished) finish();
  }, [isFinished]);
  /** The button that was pressed disappears. */
  const press = (act: () => void) => {
    panel.current?.focus();
    act();
  };
  return (
    <section
      ref={panel}
      tabIndex={-1}
      data-region
      aria-labelledby={titleId}
      className={styles.panel}
      onFocus={onFocus}
      onKeyDown={(event) => event.key === 'Escape' && leave()}
    >
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {t('studio.addFiles')}
        </h2>
        {/* Screen readers announce only what appears in it later. */}
        <p role="status" className={styles.count}>
          {list && t('studio.filesUploaded', { sent: sent.length, count: files.length })}
        </p>
        <Button size="small" variant="primary" isDisabled={isSending || sent.length === 0} onPress={() => close(sent)}>
          {t('studio.useFiles', { count: sent.length })}
        </Button>
        <Button size="small" onPress={() => close([])}>
          {t('shared.cancel')}
        </Button>
      </div>
      <ul className={uploadStyles.files} aria-label={t('studio.filesOnTheirWay')}>
        {(list ?? []).map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            onCancel={() => press(() => cancel(upload.key))}
            onRetry={() => press(() => retry(upload.key))}
          />
        ))}
      </ul>
    </section>
  );
}

/** Focus returns to where it was before it entered the panel: on Escape, and when the panel closes. */
function useFocusBack() {
  const panel = useRef<HTMLElement>(null);
  const before = useRef<Element>(null);
  const leave = () => {
    const target = before.current?.isConnected ? before.current : document.querySelector('main');
    (target as HTMLElement | null)?.focus();
  };
  const leaveWithPanel = useEffectEvent(leave);
  useLayoutEffect(() => {
    const element = panel.current;
    return () => {
      if (element?.contains(document.activeElement)) leaveWithPanel();
    };
  }, []);
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !panel.current?.contains(relatedTarget)) before.current = relatedTarget;
  };
  return { panel, onFocus, leave };
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
