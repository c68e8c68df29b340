import { cleanText } from '@portico/kinds/typedText';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { TextField } from '@portico/ui/TextField';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { t } from '../../locale/text.ts';
import { linkKindLabel } from '../kinds.ts';
import { linkTargetsQuery } from '../studio.queries.ts';
import styles from './Pickers.module.css';

/** A dialog to pick a link target: an item of the portal, found by its title. */
export function LinkPicker({ onDone }: { onDone: (href: string | undefined) => void }) {
  const [text, setText] = useState('');
  const query = useDeferredValue(cleanText(text));
  const { data } = useQuery({ ...linkTargetsQuery(query), throwOnError: false });
  const items = query === '' ? [] : (data?.items ?? []);
  return (
    <Dialog
      isOpen
      onOpenChange={() => onDone(undefined)}
      title={t('studio.linkTitle')}
      actions={<Button onPress={() => onDone(undefined)}>{t('shared.cancel')}</Button>}
    >
      <div className={styles.picker}>
        <TextField
          label={t('studio.linkFind')}
          help={t('studio.linkHelp')}
          value={text}
          maxLength={200}
          onChange={setText}
        />
        <ul className={styles.options} aria-label={t('studio.linkTargets')}>
          {items.map(({ title, href, kind }) => (
            <li key={`${href} ${title}`}>
              <button type="button" className={styles.option} onClick={() => onDone(href)}>
                <span>{title}</span>
                <span className={styles.kind}>{linkKindLabel(kind)}</span>
              </button>
            </li>
          ))}
        </ul>
        {query !== '' && data && items.length === 0 && <p role="status">{t('studio.linkNone', { words: query })}</p>}
      </div>
    </Dialog>
  );
}
