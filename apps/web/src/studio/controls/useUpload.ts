import { ApiError } from '@portico/client/ApiError';
import { useState } from 'react';
import { t } from '../../locale/text.ts';

interface Upload {
  /** From 0 to 1; undefined while nothing is being uploaded. */
  progress: number | undefined;
  /** Why the last upload failed, as a sentence. */
  error: string | undefined;
  /** Uploads the first of the chosen files. */
  start: (files: File[]) => Promise<void>;
}

/** Uploads a chosen file and passes the server's response to `onDone`. */
export function useUpload<Result>(
  send: (file: File, options: { onProgress: (bytes: number) => void }) => Promise<Result>,
  onDone: (result: Result) => void,
): Upload {
  const [progress, setProgress] = useState<number>();
  const [error, setError] = useState<string>();
  const start = async ([file]: File[]) => {
    if (!file) return;
    setError(undefined);
    setProgress(0);
    try {
      onDone(await send(file, { onProgress: (bytes) => setProgress(bytes / file.size) }));
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.detail : t('studio.uploadFailed'));
    } finally {
      setProgress(undefined);
    }
  };
  return { progress, error, start };
}
