import { Button } from '@portico/ui/Button';
import { t } from '../../locale/text.ts';
import styles from '../Sections.module.css';

interface SelectionBarProps {
  count: number;
  onAdd: () => void;
  /** Absent if none of them can be archived. */
  onArchive: (() => void) | undefined;
  onClear: () => void;
}

/** Actions for the selected items of the list. Renders nothing while none is selected. */
export function SelectionBar({ count, onAdd, onArchive, onClear }: SelectionBarProps) {
  if (count === 0) return null;
  return (
    <div className={styles.selection}>
      <p role="status">{t('releases.selectedCount', { count })}</p>
      <Button size="small" variant="primary" onPress={onAdd}>
        {t('releases.addToRelease')}
      </Button>
      {onArchive && (
        <Button size="small" onPress={onArchive}>
          {t('studio.archiveAsk')}
        </Button>
      )}
      <Button size="small" onPress={onClear}>
        {t('releases.clearSelection')}
      </Button>
    </div>
  );
}
