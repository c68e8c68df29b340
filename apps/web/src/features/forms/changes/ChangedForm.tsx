import { Button } from '@portico/ui/Button';
import { showToast } from '@portico/ui/toasts';
import panel from '../status/StatusPanel.module.css';
import styles from './ChangedForm.module.css';
import { classes } from '@portico/ui/classes';
import type { EntrySession, EntryState } from '../session/entryState.ts';
import { FormChangeList } from './FormChangeList.tsx';
import { t } from '../../../locale/text.ts';

const UNDO_MS = 10_000;

/** Offers the current version of a form to an entry that was started with an earlier one. */
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
    showToast(t('forms.isCurrent'), { duration: UNDO_MS, action: { label: t('shared.undo'), onPress: undo } });
  };
  return (
    <div className={classes(panel.panel, styles.changed)}>
      <Title className={panel.title}>{t('forms.formChanged')}</Title>
      <p>{t('forms.formChangedNote')}</p>
      <details>
        <summary>{t('forms.whatChanged')}</summary>
        <FormChangeList before={state.form} after={present.form} values={state.values} files={state.files} />
      </details>
      <div>
        <Button size="small" onPress={startOver}>
          {t('forms.useCurrent')}
        </Button>
      </div>
    </div>
  );
}
