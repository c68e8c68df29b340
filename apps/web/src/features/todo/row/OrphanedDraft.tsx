import { Button } from '@portico/ui/Button';
import { t } from '../../../locale/text.ts';
import type { TaskDraft } from './TaskEditor.tsx';
import { noteProblem, titleProblem } from './taskProblems.ts';
import styles from './UnsavedTask.module.css';

/** Unsaved edits to a task that another tab or device has completed or deleted. */
export function OrphanedDraft({
  draft: { title, note },
  onAdd,
  onDiscard,
}: {
  draft: TaskDraft;
  onAdd: () => void;
  onDiscard: () => void;
}) {
  return (
    <div role="status" className={styles.orphaned}>
      <p>{t('widgets.stranded')}</p>
      <p className={styles.unsavedTitle} dir="auto">
        {title}
      </p>
      {note !== '' && (
        <p className={styles.orphanedNote} dir="auto">
          {note}
        </p>
      )}
      <p className={styles.choices}>
        <Button
          size="small"
          isDisabled={titleProblem(title) !== undefined || noteProblem(note) !== undefined}
          onPress={onAdd}
        >
          {t('widgets.addAsNew')}
        </Button>
        <Button size="small" variant="quiet" onPress={onDiscard}>
          {t('widgets.discard')}
        </Button>
      </p>
    </div>
  );
}
