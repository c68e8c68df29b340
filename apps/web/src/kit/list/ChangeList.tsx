import { Button } from '@portico/ui/Button';
import { useState } from 'react';
import { t } from '../../locale/text.ts';
import rows from './Rows.module.css';

interface ChangeListProps<Change> {
  /** Id of the heading. */
  labelledBy: string;
  changes: readonly Change[];
  labelOf: (change: Change) => string;
  /** Who made the change and when, and who took it back. */
  factsOf: (change: Change) => string;
  /** Name of the button that undoes a change with this label. */
  undoLabelOf: (label: string) => string;
  onUndo: (change: Change) => Promise<unknown>;
}

/** What was changed, in rows, with a button on those that can be undone. */
export function ChangeList<Change extends { id: number; mayUndo: boolean }>({
  labelledBy,
  changes,
  labelOf,
  factsOf,
  undoLabelOf,
  onUndo,
}: ChangeListProps<Change>) {
  const [undoing, setUndoing] = useState<number>();
  const undo = async (change: Change) => {
    setUndoing(change.id);
    await onUndo(change);
    setUndoing(undefined);
  };
  return (
    <ol className={rows.rows} aria-labelledby={labelledBy}>
      {changes.map((change) => (
        <li key={change.id} className={rows.row}>
          <div className={rows.what}>
            <p className={rows.title}>{labelOf(change)}</p>
            <p className={rows.facts}>{factsOf(change)}</p>
          </div>
          {change.mayUndo && (
            <Button
              size="small"
              aria-label={undoLabelOf(labelOf(change))}
              pending={undoing === change.id}
              onPress={() => void undo(change)}
            >
              {t('shared.undo')}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}
