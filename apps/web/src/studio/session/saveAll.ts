import { t } from '../../locale/text.ts';
import { finishPastes } from '../paste/pasteReader.ts';
import { areFilesWaiting } from '../uploads.ts';
import type { DraftSession } from './draftSession.ts';
import { notSavedReason } from './refusals.ts';

/** Its message is why something is not saved, as a sentence. */
export class NotSaved extends Error {}

/** Waits for pending pastes and saves everything. Throws NotSaved if that is not possible or files are uploading. */
export async function saveAll(session: DraftSession): Promise<void> {
  if (areFilesWaiting()) throw new NotSaved(t('studio.filesWaiting'));
  if (!(await finishPastes())) throw new NotSaved(t('studio.pasteIncomplete'));
  if (!(await session.flush())) throw new NotSaved(notSavedReason(session.getState()!));
}
