import { Button } from '@portico/ui/Button';
import { t } from '../../locale/text.ts';
import styles from './Pickers.module.css';

interface PickerPagesProps {
  list: { page: number; pageSize: number; total: number };
  words: string;
  /** Shown when there is nothing to choose from at all. */
  none: string;
  onPage: (page: number) => void;
}

/** How many results a picker has, which screen readers announce, and buttons for more of them. */
export function PickerPages({ list: { page, pageSize, total }, words, none, onPage }: PickerPagesProps) {
  const count = () => (words === '' ? none : t('studio.pickerNone', { words }));
  return (
    <div className={styles.pages}>
      <p role="status">{total === 0 ? count() : t('studio.pickerCount', { count: total })}</p>
      {page > 1 && (
        <Button size="small" onPress={() => onPage(page - 1)}>
          {t('studio.previous')}
        </Button>
      )}
      {page * pageSize < total && (
        <Button size="small" onPress={() => onPage(page + 1)}>
          {t('studio.next')}
        </Button>
      )}
    </div>
  );
}
