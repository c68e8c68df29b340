import { showToast } from '@portico/ui/toasts';
import { t } from '../../locale/text.ts';
import { asMarkdown } from '@portico/authoring/conversion/plainText';
import { plainReader, type ClipboardText, type PasteReader } from './plainReader.ts';

/** How long a paste waits for the reader code to load. */
const MAX_WAIT_MS = 8000;

let reader: PasteReader | undefined;
const pendingPastes = new Set<Promise<boolean>>();

/** Loads the code that reads HTML, Markdown and tables, which is too large to load before someone pastes. */
export async function loadPasteReader(): Promise<PasteReader> {
  reader ??= (await import('./readClipboard.ts')).clipboardReader;
  return reader;
}

/** Whether pasted content is not in the item yet. */
export const isPasteWaiting = (): boolean => pendingPastes.size > 0;

/** Resolves once all pasted content is in the item; false if some of it was pasted only as plain text or not at all. */
export const finishPastes = async (): Promise<boolean> => (await Promise.all(pendingPastes)).every(Boolean);

/** Whether a clipboard contains only paragraphs. */
export const isPlain = ({ html = '', text = '' }: ClipboardText): boolean =>
  html === '' && !text.includes('\t') && asMarkdown(text) === undefined;

interface Insertion {
  /** Inserts what the reader returns. A later call has a better reader and replaces what the earlier call inserted. */
  insert: (reader: PasteReader) => void;
  /** Insert plain text while the reader loads. Otherwise it is inserted only if the reader fails to load. */
  isPlainFirst: boolean;
}

/**
 * Inserts pasted content: immediately if the reader is loaded, otherwise as soon as it is. If it fails to load, plain
 * text is inserted, and a retry inserts the rest. Returns whether everything is already inserted.
 */
export function paste(clipboard: ClipboardText, { insert, isPlainFirst }: Insertion): boolean {
  const loaded = isPlain(clipboard) ? plainReader : reader;
  if (loaded) {
    insert(loaded);
    return true;
  }
  const insertPlain = () => {
    if (clipboard.text) insert(plainReader);
  };
  if (isPlainFirst) insertPlain();
  const insertAll = async () => {
    const full = await withinTime(loadPasteReader()).catch(() => undefined);
    if (full) insert(full);
    return full !== undefined;
  };
  const offerRetry = () => {
    showToast(t(clipboard.text ? 'studio.pastedAsPlainText' : 'studio.notPasted'), {
      type: 'warning',
      duration: 0,
      action: { label: t('studio.tryAgain'), onPress: () => track(insertAll()) },
    });
  };
  const track = (attempt: Promise<boolean>) => {
    const settled = attempt.then((isDone) => {
      pendingPastes.delete(settled);
      if (!isDone) offerRetry();
      return isDone;
    });
    pendingPastes.add(settled);
  };
  track(
    insertAll().then((isDone) => {
      if (!isDone && !isPlainFirst) insertPlain();
      return isDone;
    }),
  );
  return false;
}

function withinTime<Value>(loading: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Loading the paste reader timed out.')), MAX_WAIT_MS);
  });
  return Promise.race([loading, timeout]).finally(() => clearTimeout(timer));
}
