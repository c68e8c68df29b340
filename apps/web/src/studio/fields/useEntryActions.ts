import { useEffect, useRef, useState, type RefObject } from 'react';
import { t } from '../../locale/text.ts';

/** Up to this many entries are all open at first. */
const MAX_INITIALLY_OPEN = 1;

/** React keys for entries, stable between renders while their data changes; entries added from outside get new keys. */
function useKeys(count: number): [keys: number[], setKeys: (next: number[]) => void] {
  const [{ keys, next }, setState] = useState<{ keys: number[]; next: number }>({ keys: [], next: 0 });
  const setKeys = (changed: number[]) => setState({ keys: changed, next });
  if (keys.length === count) return [keys, setKeys];
  const added = Array.from({ length: Math.max(0, count - keys.length) }, (_, index) => next + index);
  const fitting = [...keys.slice(0, count), ...added];
  setState({ keys: fitting, next: next + added.length });
  return [fitting, setKeys];
}

interface EntryMovesProps<Entry> {
  entries: readonly Entry[];
  onChange: (next: Entry[]) => void;
  titleOf: (entry: Entry, index: number) => string;
  say: (message: string) => void;
}

interface EntryMoves {
  list: RefObject<HTMLUListElement | null>;
  /** One key per entry, which stays the same when the entry moves. */
  keys: number[];
  open: ReadonlySet<number>;
  swap: (from: number, to: number, name: 'up' | 'down') => void;
  /** Moves an entry without moving focus. */
  move: (from: number, to: number) => void;
  remove: (index: number) => void;
  toggle: (key: number) => void;
}

/** Moves, removes and opens entries of a list, announces it, and keeps focus on or next to the pressed button. */
export function useEntryActions<Entry>({ entries, onChange, titleOf, say }: EntryMovesProps<Entry>): EntryMoves {
  const list = useRef<HTMLUListElement>(null);
  const [keys, setKeys] = useKeys(entries.length);
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () => new Set(entries.length <= MAX_INITIALLY_OPEN ? keys : []),
  );
  const previousCount = useRef(entries.length);
  const focusNext = useRef<() => void>(undefined);

  useEffect(() => {
    focusNext.current?.();
    focusNext.current = undefined;
  });
  useEffect(() => {
    const added = entries.length > previousCount.current ? keys.at(-1) : undefined;
    previousCount.current = entries.length;
    if (added === undefined) return;
    setOpen((before) => new Set([...before, added]));
    list.current?.querySelector<HTMLElement>(`[data-key="${added}"] [aria-expanded]`)?.focus();
  }, [entries.length, keys]);

  const buttonOf = (key: number | undefined, name: string) =>
    list.current?.querySelector<HTMLElement>(`[data-key="${key}"] [data-action="${name}"]`);
  const swap = (from: number, to: number, name: 'up' | 'down') => {
    const swapped = <Item>(all: readonly Item[]) =>
      all.map((one, index) => (index === from ? all[to]! : index === to ? all[from]! : one));
    const key = keys[from];
    setKeys(swapped(keys));
    onChange(swapped(entries));
    const other = name === 'up' ? 'down' : 'up';
    focusNext.current = () => {
      const button = buttonOf(key, name) as HTMLButtonElement | null | undefined;
      (button?.disabled ? buttonOf(key, other) : button)?.focus();
    };
    say(t('studio.fieldMoved', { position: to + 1, total: entries.length }));
  };
  const move = (from: number, to: number) => {
    if (from === to) return;
    const moved = <Item>(all: readonly Item[]) => all.toSpliced(from, 1).toSpliced(to, 0, all[from]!);
    setKeys(moved(keys));
    onChange(moved(entries));
    say(t('studio.fieldMoved', { position: to + 1, total: entries.length }));
  };
  const remove = (index: number) => {
    const neighborKey = keys[index + 1] ?? keys[index - 1];
    const title = titleOf(entries[index]!, index);
    say(t('studio.fieldRemoved', { title }));
    previousCount.current = entries.length - 1;
    setKeys(keys.toSpliced(index, 1));
    onChange(entries.toSpliced(index, 1));
    focusNext.current = () => {
      const next = list.current?.querySelector<HTMLElement>(`[data-key="${neighborKey}"] [aria-expanded]`);
      (next ?? list.current?.parentElement?.querySelector<HTMLElement>('[data-adds] button'))?.focus();
    };
  };
  const toggle = (key: number) =>
    setOpen((before) =>
      before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key]),
    );
  return { list, keys, open, swap, move, remove, toggle };
}
