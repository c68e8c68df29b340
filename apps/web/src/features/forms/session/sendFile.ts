import { ApiError } from '@portico/client/ApiError';
import type { Problem } from '@portico/contracts/errors';
import { FormFile, formFilePath } from '@portico/contracts/forms';
import { readSession } from '../../../sign-in/sessionCookies.ts';
import { typeOfName } from './fileChecks.ts';
import { t } from '../../../locale/text.ts';

/** An upload without progress for this long is canceled. */
const STALLED_MS = 60_000;

export interface FileToSend {
  formId: string;
  /** Of the field. */
  alias: string;
  file: File;
  /** Called with the number of bytes sent so far. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

/** Uploads a file for an entry, by XMLHttpRequest because `fetch` reports no progress. Throws ApiError, or the reason of the signal. */
export async function sendFile({ formId, alias, file, onProgress, signal }: FileToSend): Promise<FormFile> {
  const session = readSession();
  if (!session) throw new ApiError({ status: 401, code: 'not_signed_in', detail: t('forms.signInToSend') });
  signal.throwIfAborted();
  return await new Promise<FormFile>((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const failWith = (error: unknown) => {
      clearTimeout(stalled);
      signal.removeEventListener('abort', abort);
      reject(error as Error);
    };
    const abort = () => {
      request.abort();
      failWith(signal.reason);
    };
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => {
        request.abort();
        failWith(new ApiError({ status: 0, code: 'timeout', detail: t('forms.timeout') }));
      }, STALLED_MS);
    };
    signal.addEventListener('abort', abort);
    request.upload.addEventListener('progress', ({ loaded }) => {
      watch();
      onProgress(loaded);
    });
    request.addEventListener('error', () =>
      failWith(new ApiError({ status: 0, code: 'network', detail: t('forms.unreachable') })),
    );
    request.addEventListener('load', () => {
      try {
        const answer = readAnswer(request);
        clearTimeout(stalled);
        signal.removeEventListener('abort', abort);
        resolve(answer);
      } catch (error) {
        failWith(error);
      }
    });
    request.open('POST', formFilePath(formId));
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Authorization', `Bearer ${session.accessToken}`);
    request.setRequestHeader('Id-Token', session.idToken);
    request.setRequestHeader('Content-Type', typeOfName(file.name));
    request.setRequestHeader('X-File-Name', encodeURIComponent(file.name));
    request.setRequestHeader('X-Field', alias);
    watch();
    request.send(file);
  });
}

function readAnswer({ status, responseText }: XMLHttpRequest): FormFile {
  let body: unknown;
  try {
    body = JSON.parse(responseText);
  } catch {
    body = undefined;
  }
  const file = FormFile.safeParse(body);
  if (status >= 200 && status < 300 && file.success) return file.data;
  const problem = body as Partial<Problem> | undefined;
  if (typeof problem?.code !== 'string')
    throw new ApiError({
      status,
      code: 'unexpected_answer',
      detail: t('forms.unreadable'),
    });
  throw new ApiError({
    status,
    code: problem.code,
    detail: problem.detail ?? problem.title ?? t('forms.wentWrong'),
    requestId: problem.requestId,
  });
}
