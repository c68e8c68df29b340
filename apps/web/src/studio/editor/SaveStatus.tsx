import { Button } from '@portico/ui/Button';
import { timeLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import { hasWork } from '../session/syncing.ts';
import { isQuiet, isSaved, type SessionState } from '../session/sessionState.ts';
import styles from './Editor.module.css';

interface SaveStatusProps {
  state: SessionState;
  onRetry: () => void;
}

/** A short status of whether all changes are saved, announced to screen readers when it matters. */
export function SaveStatus({ state, onRetry }: SaveStatusProps) {
  return (
    <>
      <ServerStatus state={state} onRetry={onRetry} />
      <OpenChoices state={state} />
      <span className={styles.notKept} role="status">
        {!state.isStoredLocally && !state.isOffline && t('studio.notKeptHere')}
      </span>
    </>
  );
}

/** How many versions there are to choose, and the way to the first of them: it can be anywhere on the page. */
function OpenChoices({ state: { conflicts, writing } }: Pick<SaveStatusProps, 'state'>) {
  const count = conflicts.filter((conflict) => !isQuiet(conflict, writing)).length;
  if (count === 0) return null;
  return (
    <Button size="small" onPress={() => document.querySelector<HTMLElement>('[data-choice]')?.focus()}>
      {t('studio.choicesOpen', { count })}
    </Button>
  );
}

function ServerStatus({ state, onRetry }: SaveStatusProps) {
  if (state.problem !== null)
    return (
      <span className={styles.problem} role="alert">
        {t('studio.notSaved', { reason: state.problem })}
        <Button size="small" onPress={onRetry}>
          {t('studio.tryAgain')}
        </Button>
      </span>
    );
  if (!state.isOffline && !isSaved(state) && !hasWork(state))
    return (
      <span className={styles.problem} role="alert">
        {t('studio.partNotSaved')}
      </span>
    );
  return (
    <span className={styles.saved} role="status" data-offline={state.isOffline || undefined}>
      {statusLabel(state)}
    </span>
  );
}

function statusLabel(state: SessionState): string {
  if (state.isOffline) return t(state.isStoredLocally ? 'studio.savedHere' : 'studio.savedNowhere');
  if (!isSaved(state)) return t('studio.saving');
  return state.savedAt === null ? t('studio.allSaved') : t('studio.savedAt', { time: timeLabel(state.savedAt) });
}
