import { Button } from '@portico/ui/Button';
import { showToast } from '@portico/ui/toasts';
import styles from './ChangedForm.module.css';
import type { EntrySession, EntryState } from '../session/entryState.ts';
import { FormChangeList } from './FormChangeList.tsx';

const UNDO_MS = 10_000;

/** The form has changed since the entry was begun: it may be finished as it was, or go on with the form as it is now. */
export function ChangedForm({
  state,
  present,
  session,
  headingLevel,
}: {
  state: EntryState;
  present: NonNullable<EntryState['present']>;
  session: EntrySession;
  headingLevel: 2 | 3 | 4 | 5 | 6;
}) {
  const Title = `h${headingLevel}` as 'h3';
  const startOver = () => {
    const undo = session.startOver();
    showToast('This is the form as it is now.', { duration: UNDO_MS, action: { label: 'Undo', onPress: undo } });
  };
  return (
    <div className={styles.changed}>
      <Title className={styles.title}>This form has changed since you began</Title>
      <p>
        You can finish it as it was. Or go on with the form as it is now; your answers come with you where they fit.
      </p>
      <details>
        <summary>What has changed</summary>
        <FormChangeList before={state.form} after={present.form} values={state.values} files={state.files} />
      </details>
      <div>
        <Button size="small" onPress={startOver}>
          Use the form as it is now
        </Button>
      </div>
    </div>
  );
}
