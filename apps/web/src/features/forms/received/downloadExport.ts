import { ApiError } from '@portico/client/ApiError';
import { formExportPath } from '@portico/contracts/forms';
import { readSession } from '../../../sign-in/sessionCookies.ts';

/** An export of which nothing comes for so long is given up. How long all of it takes, depends on the line. */
const STALLED_MS = 60_000;

/**
 * Saves all entries of a form as a file. The call carries the tokens, which a plain link would not. Throws ApiError, also when
 * only a part of it came. Answers the name of the file.
 */
export async function downloadExport(formId: string, format: 'csv' | 'xlsx'): Promise<string> {
  const session = readSession();
  if (!session) throw new ApiError({ status: 401, code: 'not_signed_in', detail: 'Sign-in is required.' });
  const patience = new AbortController();
  let stalled: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    clearTimeout(stalled);
    stalled = setTimeout(() => patience.abort(), STALLED_MS);
  };
  try {
    watch();
    const response = await fetch(formExportPath(formId, format), {
      headers: { Authorization: `Bearer ${session.accessToken}`, 'Id-Token': session.idToken },
      signal: patience.signal,
    });
    if (!response.ok)
      throw new ApiError({
        status: response.status,
        code: 'unexpected_answer',
        detail: 'The server could not make the file.',
        requestId: response.headers.get('x-request-id') ?? undefined,
      });
    const parts: Array<Uint8Array<ArrayBuffer>> = [];
    const reader = response.body!.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      watch();
      parts.push(part.value);
    }
    const name = nameIn(response.headers.get('content-disposition')) ?? `entries.${format}`;
    offer(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), name);
    return name;
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    if (patience.signal.aborted)
      throw new ApiError({ status: 0, code: 'timeout', detail: 'The server took too long to answer.', cause });
    throw new ApiError({ status: 0, code: 'network', detail: 'The server could not be reached.', cause });
  } finally {
    clearTimeout(stalled);
  }
}

function offer(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The name in a Content-Disposition, the encoded one first. Source: RFC 6266. */
function nameIn(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  try {
    return encoded === undefined ? /filename="([^"]+)"/i.exec(disposition ?? '')?.[1] : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
