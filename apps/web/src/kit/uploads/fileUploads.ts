import { ApiError } from '@portico/client/ApiError';
import { t } from '../../locale/text.ts';

/** A file that is uploading or failed to upload. */
export interface Upload {
  key: string;
  /** What the file is for, such as a field of a form. */
  target: string;
  file: File;
  sentBytes: number;
  /** Undefined while it is uploading. */
  problem: { detail: string; canRetry: boolean; isOffline: boolean } | undefined;
}

export interface FileUploads {
  list: () => Upload[];
  add: (target: string, files: { file: File; problem: string | undefined }[]) => void;
  /** Stops an upload and removes it from the list. */
  cancel: (key: string) => void;
  retry: (key: string) => void;
  /** Retries the uploads that failed because there was no connection. */
  retryOffline: () => void;
  cancelAll: () => void;
  /** Stops what is uploading; it continues with `resume`, as does what is added meanwhile. */
  pause: () => void;
  resume: () => void;
  isSending: () => boolean;
}

/** On a slow connection, a few finish sooner than many. */
const MAX_PARALLEL = 2;

export interface FileToSend {
  target: string;
  file: File;
  /** Called with the number of bytes sent so far. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

/** Uploads files in parallel. Each upload can be canceled and retried. */
export function fileUploads<Answer>({
  send,
  onSent,
  onChange,
}: {
  send: (file: FileToSend) => Promise<Answer>;
  onSent: (target: string, answer: Answer) => void;
  onChange: () => void;
}): FileUploads {
  let uploads: Upload[] = [];
  let isPaused = false;
  const running = new Map<string, AbortController>();

  const change = (key: string, changed: Partial<Upload>) => {
    uploads = uploads.map((upload) => (upload.key === key ? { ...upload, ...changed } : upload));
    onChange();
  };
  const drop = (key: string) => {
    running.get(key)?.abort();
    running.delete(key);
    uploads = uploads.filter((upload) => upload.key !== key);
  };

  async function run({ key, target, file }: Upload): Promise<void> {
    const control = new AbortController();
    running.set(key, control);
    try {
      const sent = await send({
        target,
        file,
        signal: control.signal,
        onProgress: (sentBytes) => change(key, { sentBytes: Math.min(sentBytes, file.size) }),
      });
      drop(key);
      onChange();
      onSent(target, sent);
    } catch (error) {
      if (control.signal.aborted) return;
      running.delete(key);
      change(key, { problem: problemOf(error) });
    } finally {
      startNext();
    }
  }

  function startNext(): void {
    const next = uploads.find((upload) => upload.problem === undefined && !running.has(upload.key));
    if (next && !isPaused && running.size < MAX_PARALLEL) {
      void run(next);
      startNext();
    }
  }

  const retry = (key: string) => {
    change(key, { problem: undefined, sentBytes: 0 });
    startNext();
  };

  return {
    list: () => uploads,
    add: (target, files) => {
      uploads = [
        ...uploads,
        ...files.map(({ file, problem }): Upload => ({
          key: crypto.randomUUID(),
          target,
          file,
          sentBytes: 0,
          problem: problem === undefined ? undefined : { detail: problem, canRetry: false, isOffline: false },
        })),
      ];
      onChange();
      startNext();
    },
    cancel: (key) => {
      drop(key);
      onChange();
      startNext();
    },
    retry,
    retryOffline: () => uploads.filter((upload) => upload.problem?.isOffline).forEach(({ key }) => retry(key)),
    cancelAll: () => {
      uploads.forEach(({ key }) => drop(key));
      onChange();
    },
    pause: () => {
      isPaused = true;
      running.forEach((control) => control.abort());
      running.clear();
      onChange();
    },
    resume: () => {
      isPaused = false;
      onChange();
      startNext();
    },
    isSending: () => uploads.some((upload) => upload.problem === undefined),
  };
}

function problemOf(error: unknown): Upload['problem'] {
  if (!(error instanceof ApiError)) throw error;
  const isOffline = error.status === 0;
  if (isOffline) return { detail: t('forms.connectionLost'), canRetry: true, isOffline };
  return {
    detail: error.detail,
    canRetry: error.status >= 500 || error.status === 429 || error.status === 401,
    isOffline,
  };
}
