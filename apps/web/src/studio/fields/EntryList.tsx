import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Trash2 from 'lucide-react/icons/trash-2';
import { Fragment, use, useId, type ReactNode } from 'react';
import { IconButton } from '@portico/ui/IconButton';
import { t } from '../../locale/text.ts';
import { useEntryDrag } from '../controls/useEntryDrag.ts';
import { FormContext } from './formContext.ts';
import styles from './fields.module.css';
import { useEntryActions } from './useEntryActions.ts';

export interface EntryListProps<Entry> {
  /** Accessible name of the list. */
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  entries: readonly Entry[];
  onChange: (next: Entry[]) => void;
  /** Title of an entry, with its number and its own text. */
  titleOf: (entry: Entry, index: number) => string;
  /** Renders the controls of one entry. */
  children: (entry: Entry, index: number, onChange: (next: Entry) => void) => ReactNode;
  /** Buttons that add an entry. */
  actions: ReactNode;
  min?: number;
}

/** An ordered list of entries: each expands at its title, has a handle for dragging, and buttons to move and remove. */
export function EntryList<Entry>(props: EntryListProps<Entry>) {
  const { label, help, error, entries, onChange, titleOf, children, actions, min = 0 } = props;
  const { say } = use(FormContext);
  const id = useId();
  const { list, keys, open, swap, move, remove, toggle } = useEntryActions({ ...props, say });
  const rows = keys.map((key) => ({ entry: { id: `${key}` }, level: 1 }));
  const { drag, handleOf } = useEntryDrag(list, rows, (dragged, row) => {
    const from = keys.indexOf(Number(dragged));
    move(from, row > from ? row - 1 : row);
  });

  return (
    <div role="group" aria-labelledby={`${id}label`} className={styles.entries}>
      <span id={`${id}label`} className={styles.label}>
        {label}
      </span>
      {help !== undefined && <p className={styles.help}>{help}</p>}
      {error !== undefined && <p className={styles.error}>{error}</p>}
      <ul ref={list} className={styles.list}>
        {entries.map((entry, index) => {
          const key = keys[index]!;
          const title = titleOf(entry, index);
          const isOpen = open.has(key);
          return (
            <Fragment key={key}>
              {drag?.row === index && <li className={styles.drop} aria-hidden="true" />}
              <li
                data-key={key}
                data-entry={key}
                className={styles.entry}
                data-dragged={drag?.id === `${key}` || undefined}
              >
                <div className={styles.entryHead}>
                  {entries.length > 1 && (
                    <span className={styles.handle} {...handleOf(rows[index]!)} data-handle aria-hidden="true">
                      <GripVertical />
                    </span>
                  )}
                  <button
                    type="button"
                    className={styles.entryTitle}
                    aria-expanded={isOpen}
                    aria-controls={`${id}${key}`}
                    onClick={() => toggle(key)}
                  >
                    {title}
                  </button>
                  <IconButton
                    size="small"
                    data-action="up"
                    label={t('studio.fieldMoveUp', { title })}
                    icon={<ArrowUp aria-hidden="true" />}
                    isDisabled={index === 0}
                    onPress={() => swap(index, index - 1, 'up')}
                  />
                  <IconButton
                    size="small"
                    data-action="down"
                    label={t('studio.fieldMoveDown', { title })}
                    icon={<ArrowDown aria-hidden="true" />}
                    isDisabled={index === entries.length - 1}
                    onPress={() => swap(index, index + 1, 'down')}
                  />
                  <IconButton
                    size="small"
                    label={t('studio.fieldRemove', { title })}
                    icon={<Trash2 aria-hidden="true" />}
                    isDisabled={entries.length <= min}
                    onPress={() => remove(index)}
                  />
                </div>
                <div
                  id={`${id}${key}`}
                  role="group"
                  aria-label={title}
                  className={isOpen ? styles.entryBody : undefined}
                  hidden={!isOpen}
                >
                  {isOpen && children(entry, index, (next) => onChange(entries.with(index, next)))}
                </div>
              </li>
            </Fragment>
          );
        })}
        {drag?.row === entries.length && <li className={styles.drop} aria-hidden="true" />}
      </ul>
      <div className={styles.actions} data-adds>
        {actions}
      </div>
    </div>
  );
}
