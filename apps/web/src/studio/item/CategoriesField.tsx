import { categoryProblem, tidyCategory } from '@portico/authoring/categoryProblem';
import { nameKey, sameName } from '@portico/authoring/sameName';
import { MAX_CATEGORIES, MAX_CATEGORY_LENGTH } from '@portico/kinds/itemParts';
import { Button } from '@portico/ui/Button';
import { useDismiss } from '@portico/ui/useDismiss';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { t } from '../../locale/text.ts';
import { categoriesQuery } from '../studio.queries.ts';
import styles from './CategoriesField.module.css';
import { Field } from '../controls/Field.tsx';
import field from '../controls/Field.module.css';
import { TagList } from '../controls/TagList.tsx';

interface Option {
  name: string;
  isNew: boolean;
}

interface CategoriesFieldProps {
  label: string;
  values: string[];
  onChange: (values: string[]) => void;
}

/**
 * The categories of an item, chosen from the existing ones. Typing filters them. A new one is created only by choosing
 * to, never with Enter alone, and only by those who may.
 */
export function CategoriesField({ label, values, onChange }: CategoriesFieldProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { data, isError, refetch } = useQuery(categoriesQuery());
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [index, setIndex] = useState<number>();
  const [announcement, setAnnouncement] = useState('');
  useDismiss(box, isOpen, () => setIsOpen(false));
  const options = optionsFor(typed, values, data ?? { items: [], mayCreate: false });
  // Existing categories can be chosen with Enter right away; creating one has to be selected first.
  const activeIndex = index ?? (typed.trim() !== '' && options[0]?.isNew === false ? 0 : undefined);
  const active = activeIndex === undefined ? undefined : options[activeIndex];
  const show = (text: string) => {
    setTyped(text);
    setIndex(undefined);
    setIsOpen(true);
  };
  const add = ({ name }: Option) => {
    onChange([...values, name]);
    setTyped('');
    setIndex(undefined);
    setIsOpen(false);
    setAnnouncement(t('studio.categoryAdded', { name }));
  };
  const remove = (name: string) => {
    onChange(values.filter((each) => each !== name));
    setAnnouncement(t('studio.categoryRemoved', { name }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen && options.length > 0) {
        const from = activeIndex ?? (step === 1 ? -1 : 0);
        setIndex((from + step + options.length) % options.length);
      }
      setIsOpen(true);
    } else if (event.key === 'Tab') {
      // Browsers move the focus into a list that scrolls.
      setIsOpen(false);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isOpen && active) add(active);
      else setIsOpen(true);
    } else if (event.key === 'Backspace' && typed === '' && values.length > 0) remove(values.at(-1)!);
  };
  const isFull = values.length >= MAX_CATEGORIES;
  const status = isOpen && data ? listStatus(typed, values, options, data.mayCreate) : undefined;
  const isLeft = !isOpen && typed.trim() !== '';
  return (
    <div ref={box} className={styles.box}>
      <Field id={id} label={label} help={helpOf(isFull)}>
        <TagList values={values} onRemove={remove} />
        <input
          id={id}
          className={field.control}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen && options.length > 0}
          aria-controls={isOpen && options.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={isOpen && active ? `${id}-${activeIndex}` : undefined}
          aria-describedby={`${id}-help`}
          value={typed}
          maxLength={MAX_CATEGORY_LENGTH}
          disabled={isFull}
          autoComplete="off"
          onChange={(event) => show(event.target.value)}
          onClick={() => setIsOpen(true)}
          onBlur={(event) => {
            if (!box.current?.contains(event.relatedTarget)) setIsOpen(false);
          }}
          onKeyDown={onKeyDown}
        />
        {isOpen && !isFull && (
          // Pressing an option must not move the focus, because the list would close before the press ends.
          <div role="presentation" className={styles.popup} onMouseDown={(event) => event.preventDefault()}>
            {options.length > 0 && (
              <div id={`${id}-list`} role="listbox" aria-label={label}>
                {options.map((option, at) => (
                  <button
                    key={option.name}
                    id={`${id}-${at}`}
                    type="button"
                    tabIndex={-1}
                    role="option"
                    aria-selected={at === activeIndex}
                    ref={at === activeIndex ? scrollIntoView : undefined}
                    className={styles.option}
                    data-new={option.isNew || undefined}
                    onClick={() => add(option)}
                  >
                    {option.isNew ? t('studio.categoryNew', { name: option.name }) : option.name}
                  </button>
                ))}
              </div>
            )}
            {status !== undefined && options.length === 0 && <p className={styles.none}>{status}</p>}
          </div>
        )}
        {isLeft && <p className={styles.left}>{t('studio.categoryChoose', { words: tidyCategory(typed) })}</p>}
        {isError && (
          <div className={field.file}>
            <p role="alert">{t('studio.notLoaded')}</p>
            <Button size="small" onPress={() => void refetch()}>
              {t('shared.tryAgain')}
            </Button>
          </div>
        )}
      </Field>
      <VisuallyHidden role="status">{status ?? announcement}</VisuallyHidden>
    </div>
  );
}

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'nearest' });

const helpOf = (isFull: boolean): string =>
  isFull ? t('studio.categoryMax', { max: MAX_CATEGORIES }) : t('studio.categoryHelp');

/** The categories with all typed words, those that start with them first, and the typed one if it can be created. */
function optionsFor(
  typed: string,
  values: readonly string[],
  { items, mayCreate }: { items: readonly string[]; mayCreate: boolean },
): Option[] {
  const key = nameKey(typed);
  const words = key.split(' ');
  const startsWith = (name: string) => nameKey(name).startsWith(key);
  const existing = items
    .filter((name) => !values.some((value) => sameName(value, name)))
    .filter((name) => words.every((word) => nameKey(name).includes(word)))
    .toSorted((a, b) => Number(startsWith(b)) - Number(startsWith(a)))
    .map((name) => ({ name, isNew: false }));
  const name = tidyCategory(typed);
  const isUsed = [...items, ...values].some((each) => sameName(each, name));
  const isNew = name !== '' && !isUsed && categoryProblem(name, { known: items, mayCreate }) === undefined;
  return [...existing, ...(isNew ? [{ name, isNew }] : [])];
}

/** What the open list has, as a sentence. */
function listStatus(
  typed: string,
  values: readonly string[],
  options: readonly Option[],
  mayCreate: boolean,
): string | undefined {
  const words = tidyCategory(typed);
  const chosen = values.find((value) => sameName(value, words));
  if (chosen !== undefined) return t('studio.categoryHas', { name: chosen });
  const count = options.filter(({ isNew }) => !isNew).length;
  if (count > 0 || words === '') return t('studio.categoryCount', { count });
  return t(mayCreate ? 'studio.categoryNone' : 'studio.categoryNotYours', { words });
}
