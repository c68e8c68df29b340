import { Button } from '@portico/ui/Button';
import Check from 'lucide-react/icons/check';
import CloudOff from 'lucide-react/icons/cloud-off';
import { newsDateLabel, timeLabel } from '../../../dates/dateLabels.ts';
import type { EntryState } from '../session/entryState.ts';
import styles from './SaveStatus.module.css';
import { t } from '../../../locale/text.ts';

/** "Saved at 2:32 pm", or "Saved on Mar 9, 2026 at 2:32 pm" if that was on another day. Source: DESIGN, forms. */
export function savedLabel(instant: string, now: Date): string {
  const time = timeLabel(instant);
  const day = newsDateLabel(instant);
  return day === newsDateLabel(now.toISOString()) ? t('forms.savedAt', { time }) : t('forms.savedOn', { day, time });
}

/** Shows whether the answers are saved. */
export function SaveStatus({
  state: { saving, isStoredLocally, conflict },
  onRetry,
  onCompare,
}: {
  state: EntryState;
  onRetry: () => void;
  /** Shows the choice between what is here and what another device has saved. */
  onCompare: () => void;
}) {
  if (conflict)
    return (
      <div className={styles.status} data-kind="conflict">
        <p role="status">{t('forms.conflictWaits')}</p>
        <Button size="small" variant="quiet" onPress={onCompare}>
          {t('forms.compareNow')}
        </Button>
      </div>
    );
  return (
    <div className={styles.status} data-kind={saving.kind}>
      <p role="status">
        {saving.kind === 'saved' && (
          <>
            <Check aria-hidden="true" />
            {savedLabel(saving.at, new Date())}
          </>
        )}
        {(saving.kind === 'saving' || saving.kind === 'unsaved') && t('forms.saving')}
        {saving.kind === 'waiting' && (
          <>
            <CloudOff aria-hidden="true" />
            {saving.isOffline
              ? t(isStoredLocally ? 'forms.offlineStored' : 'forms.offlineNotStored')
              : t(isStoredLocally ? 'forms.notSavingStored' : 'forms.notSavingNotStored')}
          </>
        )}
        {saving.kind === 'rejected' &&
          `${t('forms.notSaved', { reason: saving.detail })} ${t(isStoredLocally ? 'forms.storedHere' : 'forms.notStored')}`}
      </p>
      {saving.kind === 'waiting' && (
        <Button size="small" variant="quiet" onPress={onRetry}>
          {t('forms.tryNow')}
        </Button>
      )}
    </div>
  );
}
