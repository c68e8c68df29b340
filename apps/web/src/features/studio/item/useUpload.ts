import { ApiError } from '@portico/client/ApiError';
import { useState } from 'react';
import { t } from '../../../locale/text.ts';

interface Upload {
  /** From 0 to 1; undefined while nothing is on its way. */
  progress: number | undefined;
  /** Why the last one failed, as a sentence. */
  error: string | undefined;
  /** Takes the first of the files that somebody chose. */
  start: (files: File[]) => Promise<void>;
}

/** Sends a file that somebody chose, and passes on what the server made of it. */
export function useUpload<Answer>(
  send: (file: File, sending: { onProgress: (bytes: number) => void }) => Promise<Answer>,
  onDone: (answer: Answer) => void,
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
