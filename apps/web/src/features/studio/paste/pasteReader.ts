import { showToast } from '@portico/ui/toasts';
import { t } from '../../../locale/text.ts';
import type { Losses } from '@portico/authoring/conversion/dropped';
import type { Piece } from '@portico/authoring/conversion/pieces';
import { asMarkdown, readPlainText } from '@portico/authoring/conversion/plainText';

export interface ClipboardText {
  html?: string | undefined;
  text?: string | undefined;
}

/** Reads the content of a clipboard. Counts what no component can hold. */
export type ReadClipboard = (clipboard: ClipboardText, dropped: Losses) => Piece[];

/** How long a paste waits for the reader code to load. */
const MAX_WAIT_MS = 8000;

let reader: ReadClipboard | undefined;
const pendingPastes = new Set<Promise<boolean>>();

/** Loads the code that reads HTML and Markdown, which is too large to load before someone pastes. */
export async function loadPasteReader(): Promise<ReadClipboard> {
  reader ??= (await import('./readClipboard.ts')).readClipboard;
  return reader;
}

/** Whether pasted content is not in the item yet. */
export const isPasteWaiting = (): boolean => pendingPastes.size > 0;

/** Resolves once all pasted content is in the item; false if some of it was pasted only as plain text or not at all. */
export const finishPastes = async (): Promise<boolean> => (await Promise.all(pendingPastes)).every(Boolean);

const readAsPlainText: ReadClipboard = ({ text = '' }, dropped) => readPlainText(text, dropped);

const isPlain = ({ html = '', text = '' }: ClipboardText) => html === '' && asMarkdown(text) === undefined;

interface Insertion {
  /** Inserts what `read` returns. A later call has a better reader and replaces what the earlier call inserted. */
  insert: (read: ReadClipboard) => void;
  /** Insert plain text while the reader loads. Otherwise it is inserted only if the reader fails to load. */
  isPlainFirst: boolean;
}

/**
 * Inserts pasted content: immediately if the reader is loaded, otherwise as soon as it is. If it fails to load, plain
 * text is inserted, and a retry inserts the rest. Returns whether everything is already inserted.
 */
export function paste(clipboard: ClipboardText, { insert, isPlainFirst }: Insertion): boolean {
  const loaded = isPlain(clipboard) ? readAsPlainText : reader;
  if (loaded) {
    insert(loaded);
    return true;
  }
  const insertPlain = () => {
    if (clipboard.text) insert(readAsPlainText);
  };
  if (isPlainFirst) insertPlain();
  const insertAll = async () => {
    const read = await withinTime(loadPasteReader()).catch(() => undefined);
    if (read) insert(read);
    return read !== undefined;
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
