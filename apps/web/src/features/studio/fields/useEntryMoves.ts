import { useEffect, useRef, useState, type RefObject } from 'react';
import { t } from '../../../locale/text.ts';

/** With this many entries or fewer, all are open at first. */
const FEW = 1;

/**
 * Entries are the same from one render to the next though their data changes; those that came from outside get new
 * keys.
 */
function useKeys(count: number): [keys: number[], setKeys: (next: number[]) => void] {
  const [{ keys, next }, setState] = useState<{ keys: number[]; next: number }>({ keys: [], next: 0 });
  const setKeys = (changed: number[]) => setState({ keys: changed, next });
  if (keys.length === count) return [keys, setKeys];
  const added = Array.from({ length: Math.max(0, count - keys.length) }, (_, place) => next + place);
  const fitting = [...keys.slice(0, count), ...added];
  setState({ keys: fitting, next: next + added.length });
  return [fitting, setKeys];
}

interface EntryMovesProps<Entry> {
  entries: readonly Entry[];
  onChange: (next: Entry[]) => void;
  titleOf: (entry: Entry, place: number) => string;
  announce: (message: string) => void;
}

interface EntryMoves {
  list: RefObject<HTMLUListElement | null>;
  /** One for each entry, the same wherever it moves. */
  keys: number[];
  open: ReadonlySet<number>;
  swap: (from: number, to: number, name: 'up' | 'down') => void;
  remove: (place: number) => void;
  toggle: (key: number) => void;
}

/** Moves, removes and opens entries of a list, says so, and keeps the focus at what was pressed or next to it. */
export function useEntryMoves<Entry>({ entries, onChange, titleOf, announce }: EntryMovesProps<Entry>): EntryMoves {
  const list = useRef<HTMLUListElement>(null);
  const [keys, setKeys] = useKeys(entries.length);
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(entries.length <= FEW ? keys : []));
  const known = useRef(entries.length);
  const focusNext = useRef<() => void>(undefined);

  useEffect(() => {
    focusNext.current?.();
    focusNext.current = undefined;
  });
  useEffect(() => {
    const added = entries.length > known.current ? keys.at(-1) : undefined;
    known.current = entries.length;
    if (added === undefined) return;
    setOpen((before) => new Set([...before, added]));
    list.current?.querySelector<HTMLElement>(`[data-key="${added}"] [aria-expanded]`)?.focus();
  }, [entries.length, keys]);

  const buttonOf = (key: number | undefined, name: string) =>
    list.current?.querySelector<HTMLElement>(`[data-key="${key}"] [data-action="${name}"]`);
  const swap = (from: number, to: number, name: 'up' | 'down') => {
    const exchanged = <One>(all: readonly One[]) =>
      all.map((one, place) => (place === from ? all[to]! : place === to ? all[from]! : one));
    const key = keys[from];
    setKeys(exchanged(keys));
    onChange(exchanged(entries));
    const other = name === 'up' ? 'down' : 'up';
    focusNext.current = () => {
      const button = buttonOf(key, name) as HTMLButtonElement | null | undefined;
      (button?.disabled ? buttonOf(key, other) : button)?.focus();
    };
    announce(t('studio.fieldMoved', { place: to + 1, total: entries.length }));
  };
  const remove = (place: number) => {
    const near = keys[place + 1] ?? keys[place - 1];
    const title = titleOf(entries[place]!, place);
    announce(t('studio.fieldRemoved', { title }));
    known.current = entries.length - 1;
    setKeys(keys.toSpliced(place, 1));
    onChange(entries.toSpliced(place, 1));
    focusNext.current = () => {
      const next = list.current?.querySelector<HTMLElement>(`[data-key="${near}"] [aria-expanded]`);
      (next ?? list.current?.parentElement?.querySelector<HTMLElement>('[data-adds] button'))?.focus();
    };
  };
  const toggle = (key: number) =>
    setOpen((before) =>
      before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key]),
    );
  return { list, keys, open, swap, remove, toggle };
}
