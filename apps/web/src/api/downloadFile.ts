import { ApiError } from '@portico/client/ApiError';
import { tokenHeaders } from '@portico/client/createClient';
import { readActingFor } from '../sign-in/actingFor.ts';
import { readSession } from '../sign-in/sessionCookies.ts';

/** A download without progress for this long is canceled. There is no limit on the whole download. */
const STALLED_MS = 60_000;

export interface Download {
  /** The name if the response has none. */
  name: string;
  /** Error messages for the user. */
  texts: Record<'signIn' | 'failed' | 'timeout' | 'unreachable', string>;
}

/**
 * Downloads a file from the API and returns its name. A plain link could not carry the tokens. Throws ApiError, and
 * saves nothing, if the download is interrupted.
 */
export async function downloadFile(path: string, { name: defaultName, texts }: Download): Promise<string> {
  const session = readSession();
  if (!session) throw new ApiError({ status: 401, code: 'not_signed_in', detail: texts.signIn });
  const patience = new AbortController();
  let stalled: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    clearTimeout(stalled);
    stalled = setTimeout(() => patience.abort(), STALLED_MS);
  };
  try {
    watch();
    const response = await fetch(path, {
      headers: tokenHeaders({ ...session, actingFor: readActingFor() }),
      signal: patience.signal,
    });
    if (!response.ok)
      throw new ApiError({
        status: response.status,
        code: 'unexpected_answer',
        detail: texts.failed,
        requestId: response.headers.get('x-request-id') ?? undefined,
      });
    const parts: Array<Uint8Array<ArrayBuffer>> = [];
    const reader = response.body!.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      watch();
      parts.push(part.value);
    }
    const name = nameIn(response.headers.get('content-disposition')) ?? defaultName;
    offer(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), name);
    return name;
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    if (patience.signal.aborted) throw new ApiError({ status: 0, code: 'timeout', detail: texts.timeout, cause });
    throw new ApiError({ status: 0, code: 'network', detail: texts.unreachable, cause });
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
