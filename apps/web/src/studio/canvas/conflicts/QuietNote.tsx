import { Button } from '@portico/ui/Button';
import { t } from '../../../locale/text.ts';
import styles from './Conflicts.module.css';
import type { QuietConflict } from '../commands/CanvasContext.ts';

export function quietText({ by, isRemoved }: QuietConflict): string {
  const name = by || t('studio.someoneElse');
  return t(isRemoved ? 'studio.removedMeanwhile' : 'studio.changedMeanwhile', { name });
}

interface QuietNoteProps {
  conflict: QuietConflict;
  /** The label of the field if the note is about one of several. */
  field?: string | undefined;
  onCompare: () => void;
}

/**
 * Next to a text that someone else has changed too. The editor's own text stays until they leave it or ask for both
 * versions.
 */
export function QuietNote({ conflict, field, onCompare }: QuietNoteProps) {
  return (
    <div className={styles.quiet} contentEditable={false}>
      <p>
        {field !== undefined && <strong>{field}: </strong>}
        {quietText(conflict)}
      </p>
      <Button size="small" onPress={onCompare}>
        {t('studio.compareVersions')}
      </Button>
    </div>
  );
}
