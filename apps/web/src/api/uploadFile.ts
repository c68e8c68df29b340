import { ApiError } from '@portico/client/ApiError';
import { tokenHeaders } from '@portico/client/createClient';
import type { Problem } from '@portico/contracts/errors';
import { readSession } from '../sign-in/sessionCookies.ts';

/** An upload without progress for this long is canceled. */
const STALLED_MS = 60_000;

export interface Upload<Answer> {
  method?: 'POST' | 'PUT';
  path: string;
  file: Blob;
  headers: Record<string, string>;
  /** Parses the response body; undefined if it is not of the expected shape. */
  read: (body: unknown) => Answer | undefined;
  /** Called with the number of bytes sent so far. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
  /** Error messages for the user. */
  texts: Record<'signIn' | 'timeout' | 'unreachable' | 'unreadable' | 'wentWrong', string>;
}

/**
 * Sends a file as a request body, with XMLHttpRequest because `fetch` doesn't report upload progress. Throws ApiError,
 * or the signal's abort reason.
 */
export async function uploadFile<Answer>(upload: Upload<Answer>): Promise<Answer> {
  const { method = 'POST', path, file, headers, onProgress, signal, texts } = upload;
  const session = readSession();
  if (!session) throw new ApiError({ status: 401, code: 'not_signed_in', detail: texts.signIn });
  signal.throwIfAborted();
  return await new Promise<Answer>((resolve, reject) => {
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
        failWith(new ApiError({ status: 0, code: 'timeout', detail: texts.timeout }));
      }, STALLED_MS);
    };
    signal.addEventListener('abort', abort);
    request.upload.addEventListener('progress', ({ loaded }) => {
      watch();
      onProgress(loaded);
    });
    request.addEventListener('error', () =>
      failWith(new ApiError({ status: 0, code: 'network', detail: texts.unreachable })),
    );
    request.addEventListener('load', () => {
      try {
        const answer = readAnswer(request, upload);
        clearTimeout(stalled);
        signal.removeEventListener('abort', abort);
        resolve(answer);
      } catch (error) {
        failWith(error);
      }
    });
    request.open(method, path);
    const own = { Accept: 'application/json', ...tokenHeaders(session), ...headers };
    for (const [name, value] of Object.entries(own)) request.setRequestHeader(name, value);
    watch();
    request.send(file);
  });
}

function readAnswer<Answer>({ status, responseText }: XMLHttpRequest, { read, texts }: Upload<Answer>): Answer {
  let body: unknown;
  try {
    body = JSON.parse(responseText);
  } catch {
    body = undefined;
  }
  const answer = status >= 200 && status < 300 ? read(body) : undefined;
  if (answer !== undefined) return answer;
  const problem = body as Partial<Problem> | undefined;
  if (typeof problem?.code !== 'string')
    throw new ApiError({ status, code: 'unexpected_answer', detail: texts.unreadable });
  throw new ApiError({
    status,
    code: problem.code,
    detail: problem.detail ?? problem.title ?? texts.wentWrong,
    requestId: problem.requestId,
  });
}
