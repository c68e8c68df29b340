import { IconButton } from '@portico/ui/IconButton';
import X from 'lucide-react/icons/x';
import { t } from '../../locale/text.ts';
import styles from './Field.module.css';

/** Chosen values, each with a button that removes it. */
export function TagList({ values, onRemove }: { values: readonly string[]; onRemove: (value: string) => void }) {
  if (values.length === 0) return null;
  return (
    <ul className={styles.tags}>
      {values.map((value) => (
        <li key={value} className={styles.tag}>
          {value}
          <IconButton
            size="small"
            hasTooltip={false}
            label={t('studio.removeTag', { name: value })}
            icon={<X aria-hidden="true" />}
            onPress={() => onRemove(value)}
          />
        </li>
      ))}
    </ul>
  );
}
