import type { PinnedItem } from '@portico/contracts/pinnedAnswers';
import { cleanText } from '@portico/kinds/typedText';
import { TextField } from '@portico/ui/TextField';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { t } from '../../locale/text.ts';
import { linkKindLabel } from '../kinds.ts';
import pickers from '../pickers/Pickers.module.css';
import { pinnedItemChoicesQuery } from './searchDesk.queries.ts';

interface ItemChoiceProps {
  label: string;
  /** Ids of items that are not offered. */
  chosen: readonly string[];
  onPick: (item: PinnedItem) => void;
}

/** Finds a published item by words of its title. */
export function ItemChoice({ label, chosen, onPick }: ItemChoiceProps) {
  const [text, setText] = useState('');
  const query = useDeferredValue(cleanText(text));
  const { data } = useQuery(pinnedItemChoicesQuery(query));
  const offered = (query === '' ? [] : (data?.items ?? [])).filter(
    ({ id, kind }) => kind !== 'home' && !chosen.includes(id),
  );
  return (
    <div>
      <TextField label={label} value={text} maxLength={200} onChange={setText} />
      {offered.length > 0 && (
        <ul className={pickers.options} aria-label={t('searchDesk.itemsFound')}>
          {offered.map(({ id, title, kind, path }) => (
            <li key={id}>
              <button
                type="button"
                className={pickers.option}
                onClick={() => {
                  onPick({ itemId: id, title, kind, path, state: 'Shown' });
                  setText('');
                }}
              >
                <span>{title}</span>
                <span className={pickers.kind}>{linkKindLabel(kind)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status">{query !== '' && data && offered.length === 0 && t('searchDesk.noItem', { words: query })}</p>
    </div>
  );
}
