import { showToast } from '@portico/ui/toasts';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import type { DraftSession } from '../session/draftSession.ts';
import { NotSaved, saveAll } from '../session/saveAll.ts';
import { duplicateItem } from './duplicateItem.ts';

let isRunning = false;

/** Saves unsaved changes, copies the item and opens the copy. A failure is shown and can be retried. */
export async function duplicateOpenItem(
  session: DraftSession,
  open: (path: `/studio/${string}`) => Promise<void>,
): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  try {
    await saveAll(session);
    const copy = await duplicateItem(session.getState()!.item);
    await open(`/studio/${copy.id}`);
    showToast(t('studio.saidCopyCreated'), { type: 'success' });
  } catch (error) {
    fail(error instanceof NotSaved ? error.message : reasonOf(error));
  } finally {
    isRunning = false;
  }

  function fail(reason: string): void {
    const onPress = () => void duplicateOpenItem(session, open);
    showToast(reason, { type: 'error', duration: 10_000, action: { label: t('shared.tryAgain'), onPress } });
  }
}
