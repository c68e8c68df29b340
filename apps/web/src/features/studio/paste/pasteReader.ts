import { showToast } from '@portico/ui/toasts';
import { t } from '../../../locale/text.ts';
import type { DroppedCount } from './dropped.ts';
import type { Piece } from './pieces.ts';
import { asMarkdown, readPlainText } from './plainText.ts';

export interface ClipboardText {
  html?: string | undefined;
  text?: string | undefined;
}

/** What a clipboard holds. Counts what no component can hold. */
export type ReadClipboard = (clipboard: ClipboardText, dropped: DroppedCount) => Piece[];

/** A paste does not wait longer than this for code that is on its way. */
const MAX_WAIT_MS = 8000;

let reader: ReadClipboard | undefined;
const waiting = new Set<Promise<boolean>>();

/** Loads what reads HTML and Markdown: too much to be there before somebody pastes. */
export async function loadPasteReader(): Promise<ReadClipboard> {
  reader ??= (await import('./readClipboard.ts')).readClipboard;
  return reader;
}

/** Something was pasted and is not in the item yet. */
export const isPasteWaiting = (): boolean => waiting.size > 0;

/** Resolves once all that was pasted is in the item, with false when some of it came as plain text or not at all. */
export const finishPastes = async (): Promise<boolean> => (await Promise.all(waiting)).every(Boolean);

const readAsPlainText: ReadClipboard = ({ text = '' }, dropped) => readPlainText(text, dropped);

const isPlain = ({ html = '', text = '' }: ClipboardText) => html === '' && asMarkdown(text) === undefined;

interface Insertion {
  /** Puts in what `read` finds. The next call has a better reader, and replaces what the one before put in. */
  insert: (read: ReadClipboard) => void;
  /** Plain words go in before the reader is there. Otherwise only when it does not come. */
  isPlainFirst: boolean;
}

/**
 * Puts in what was pasted: at once when the code that reads it is there, else as soon as it is. When it does not come,
 * the plain words go in, and trying again brings the rest. Returns whether everything is in already.
 */
export function paste(clipboard: ClipboardText, { insert, isPlainFirst }: Insertion): boolean {
  const present = isPlain(clipboard) ? readAsPlainText : reader;
  if (present) {
    insert(present);
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
  const offerAgain = () => {
    showToast(t(clipboard.text ? 'studio.pastedAsPlainText' : 'studio.notPasted'), {
      type: 'warning',
      duration: 0,
      action: { label: t('studio.tryAgain'), onPress: () => wait(insertAll()) },
    });
  };
  const wait = (trial: Promise<boolean>) => {
    const ended = trial.then((isDone) => {
      waiting.delete(ended);
      if (!isDone) offerAgain();
      return isDone;
    });
    waiting.add(ended);
  };
  wait(
    insertAll().then((isDone) => {
      if (!isDone && !isPlainFirst) insertPlain();
      return isDone;
    }),
  );
  return false;
}

function withinTime<Value>(loading: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The code that reads what was pasted is late.')), MAX_WAIT_MS);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}
