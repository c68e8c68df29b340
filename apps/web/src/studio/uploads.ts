import { ImageRef } from '@portico/kinds/media';
import { StudioFile } from '@portico/kinds/items/document/schemas';
import { studioFilesPath, studioPicturesPath } from '@portico/contracts/studio/pickers';
import { uploadFile } from '../api/uploadFile.ts';
import { t } from '../locale/text.ts';

interface UploadOptions {
  onProgress?: (bytes: number) => void;
  signal?: AbortSignal;
}

interface Sent<Result> {
  method?: 'PUT';
  path: string;
  body: Blob;
  headers?: Record<string, string>;
  read: (body: unknown) => Result | undefined;
}

/** Sends bytes as the body of a request. Throws ApiError. */
export function sendBytes<Result>({ body, headers, ...upload }: Sent<Result>, options: UploadOptions): Promise<Result> {
  return uploadFile({
    ...upload,
    file: body,
    headers: { 'Content-Type': 'application/octet-stream', ...headers },
    onProgress: options.onProgress ?? (() => {}),
    signal: options.signal ?? new AbortController().signal,
    texts: {
      signIn: t('studio.uploadSignIn'),
      timeout: t('studio.uploadTimeout'),
      unreachable: t('studio.uploadUnreachable'),
      unreadable: t('studio.uploadFailed'),
      wentWrong: t('studio.uploadFailed'),
    },
  });
}

const named = (file: File) => ({ body: file, headers: { 'X-File-Name': encodeURIComponent(file.name) } });

/** Stores a picture, without alternative text. Throws ApiError. */
export const uploadPicture = (file: File, options: UploadOptions = {}): Promise<ImageRef> =>
  sendBytes({ ...named(file), path: studioPicturesPath, read: (body) => ImageRef.safeParse(body).data }, options);

/** Stores the file of a document. Throws ApiError. */
export const uploadDocument = (file: File, options: UploadOptions = {}): Promise<StudioFile> =>
  sendBytes({ ...named(file), path: studioFilesPath, read: (body) => StudioFile.safeParse(body).data }, options);

export const isPicture = (file: File): boolean => /^image\/(?:png|jpeg|webp|avif)$/.test(file.type);

/** The picture in a `data:` URL, as programs paste it; undefined for any other URL. */
export function pictureOfDataUrl(address: string): File | undefined {
  const [, type, data] = /^data:(image\/(?:png|jpeg|webp|avif));base64,([A-Za-z0-9+/=\s]+)$/.exec(address) ?? [];
  if (type === undefined || data === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    return new File([bytes], `pasted.${type.slice('image/'.length)}`, { type });
  } catch {
    return undefined;
  }
}

let waitingCount = 0;

/** Whether files that were added to the open item are not in it yet. */
export const areFilesWaiting = (): boolean => waitingCount > 0;

/** Makes the item wait for files that are being added, until the returned function is called. */
export function holdForFiles(): () => void {
  waitingCount += 1;
  return () => {
    waitingCount -= 1;
  };
}
