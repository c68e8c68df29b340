import { blankFields } from '@portico/authoring/blankDraft';
import { documentFormats, MAX_FILE_BYTES } from '@portico/kinds/media';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fileProblem } from '../../kit/uploads/fileChecks.ts';
import { fileUploads, type FileToSend, type Upload } from '../../kit/uploads/fileUploads.ts';
import { useLeaveWarning } from '../controls/useLeaveWarning.ts';
import { startDocument } from '../pickers/startDocument.ts';
import { isPicture, uploadPicture } from '../uploads.ts';
import { mediaListKey } from './mediaDesk.queries.ts';

const limits = { formats: documentFormats, maxBytes: MAX_FILE_BYTES, size: `${MAX_FILE_BYTES / 2 ** 20} MB` };

/** Stores a picture, or a file as the draft of a document without a department. */
async function send({ file, target, ...options }: FileToSend): Promise<void> {
  if (isPicture(file)) await uploadPicture(file, options);
  else await startDocument({ kind: 'document', fields: blankFields }, { file, target, ...options });
}

/** Uploads to the library. Those that lost the connection continue when it is back. */
export function useMediaUploads() {
  const cache = useQueryClient();
  const [list, setList] = useState<Upload[]>([]);
  const [sent, setSent] = useState(0);
  const [total, setTotal] = useState(0);
  const [uploads] = useState(() => {
    const started = fileUploads<void>({
      send,
      onSent: () => {
        setSent((count) => count + 1);
        void cache.invalidateQueries({ queryKey: mediaListKey });
      },
      onChange: () => setList(started.list()),
    });
    return started;
  });
  useEffect(() => {
    window.addEventListener('online', uploads.retryOffline);
    return () => {
      window.removeEventListener('online', uploads.retryOffline);
      uploads.cancelAll();
    };
  }, [uploads]);
  useLeaveWarning(list.some(({ problem }) => problem === undefined));
  const add = (files: File[]) => {
    setTotal((count) => count + files.length);
    for (const file of files)
      // The target is the id of the document, so that a retry creates no second one.
      uploads.add(crypto.randomUUID(), [{ file, problem: isPicture(file) ? undefined : fileProblem(limits, file) }]);
  };
  return { list, sent, total, add, cancel: uploads.cancel, retry: uploads.retry };
}
