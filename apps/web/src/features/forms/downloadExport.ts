import { ApiError } from '@portico/client/ApiError';
import { formExportPath } from '@portico/contracts/forms';
import { readSession } from '../../sign-in/sessionCookies.ts';

/**
 * Saves all entries of a form as a file. The call carries the tokens, which a plain link would not. Throws ApiError.
 * Answers the name of the file.
 */
export async function downloadExport(formId: string, format: 'csv' | 'xlsx'): Promise<string> {
  const session = readSession();
  if (!session) throw new ApiError({ status: 401, code: 'not_signed_in', detail: 'Sign-in is required.' });
  const response = await fetch(formExportPath(formId, format), { headers: { Authorization: `Bearer ${session.accessToken}`, 'Id-Token': session.idToken } })
    .catch((cause: unknown) => { throw new ApiError({ status: 0, code: 'network', detail: 'The server could not be reached.', cause }); });
  if (!response.ok) throw new ApiError({ status: response.status, code: 'unexpected_answer', detail: 'The server could not make the file.', requestId: response.headers.get('x-request-id') ?? undefined });
  const name = nameIn(response.headers.get('content-disposition')) ?? `entries.${format}`;
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return name;
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
