import { Button } from '@portico/ui/Button';
import Check from 'lucide-react/icons/check';
import CloudOff from 'lucide-react/icons/cloud-off';
import { newsDateLabel } from '../../../dates/dateLabels.ts';
import type { EntryState } from '../session/entryState.ts';
import styles from './SaveStatus.module.css';

/** "Saved at 14:32", of another day "Saved on Mar 9, 2026 at 14:32". Source: DESIGN, forms. */
export function savedLabel(instant: string, now: Date): string {
  const time = new Date(instant).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const day = newsDateLabel(instant);
  return day === newsDateLabel(now.toISOString()) ? `Saved at ${time}` : `Saved on ${day} at ${time}`;
}

/** How the keeping of what is typed stands, in words. */
export function SaveStatus({
  state: { saving, isStoredLocally },
  onRetry,
}: {
  state: EntryState;
  onRetry: () => void;
}) {
  const place = isStoredLocally ? 'kept in this browser' : 'not kept anywhere yet; don’t close this page';
  return (
    <div className={styles.status} data-kind={saving.kind}>
      <p role="status">
        {saving.kind === 'saved' && (
          <>
            <Check aria-hidden="true" />
            {savedLabel(saving.at, new Date())}
          </>
        )}
        {(saving.kind === 'saving' || saving.kind === 'unsaved') && 'Saving…'}
        {saving.kind === 'waiting' && (
          <>
            <CloudOff aria-hidden="true" />
            {saving.isOffline
              ? `You are offline. What you type is ${place}.`
              : `Saving does not work right now. What you type is ${place}.`}
          </>
        )}
        {saving.kind === 'refused' && `This could not be saved: ${saving.detail} What you type is ${place}.`}
      </p>
      {saving.kind === 'waiting' && (
        <Button size="small" variant="quiet" onPress={onRetry}>
          Try now
        </Button>
      )}
    </div>
  );
}
